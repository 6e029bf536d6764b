import type { fileMetadataBody } from '@verso/protocol/files'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../http/app-error.ts'
import type { FileRow } from './queries.ts'

/** The name and description an NFT made of this file will have. Others' files do not exist for the caller. */
export async function describeFile(
  ctx: Context,
  tx: Tx,
  input: { fileId: string; ownerId: string } & z.output<typeof fileMetadataBody>,
): Promise<FileRow> {
  const { fileId, ownerId, name, description, bio, alt_text } = input
  const file = await tx
    .updateTable('files')
    .set({
      name,
      description,
      bio: bio || null,
      alt_text: alt_text || null,
      // A file of a draft that is being edited is in use.
      unused_since: sql<Date | null>`case when unused_since is not null then ${ctx.clock.now()}::timestamptz end`,
    })
    .where('id', '=', fileId)
    .where('owner_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst()
  if (!file) throw notFound('File not found')
  return file
}
