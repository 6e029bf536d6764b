import type { categoriesBody } from '@verso/protocol/operations/categories'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { isExclusionViolation, type Tx } from '../../db/client.ts'
import { conflict, invalidForm } from '../../http/app-error.ts'
import { recordAudit } from '../../audit/audit.ts'
import { listCategories } from './queries.ts'

type Input = { categories: z.output<typeof categoriesBody>; actorId: string; requestId: string }

/**
 * Adds, renames and orders the categories; none is removed, because NFTs are in it.
 * @throws AppError conflict when another admin changed them meanwhile, invalid when another admin has just added one of the same name
 */
export async function arrangeCategories(ctx: Context, tx: Tx, { categories, ...by }: Input): Promise<void> {
  const before = await tx.selectFrom('categories').select(['id', 'name']).orderBy('id').forUpdate().execute()
  const named = new Set(categories.map((category) => category.id))
  const areKnown = categories.every(({ id }) => id === undefined || before.some((category) => category.id === id))
  if (!areKnown || before.some(({ id }) => !named.has(id)))
    throw conflict('The categories have changed. Please reload.')
  try {
    await sql`set constraints categories_name deferred`.execute(tx)
    for (const [index, { id, name }] of categories.entries()) {
      const row = { name, position: index + 1 }
      if (id === undefined) await tx.insertInto('categories').values(row).execute()
      else await tx.updateTable('categories').set(row).where('id', '=', id).execute()
    }
    // After all renames: a name that another admin added meanwhile is refused here.
    await sql`set constraints categories_name immediate`.execute(tx)
  } catch (error) {
    if (isExclusionViolation(error)) throw invalidForm('There is a category of this name already')
    throw error
  }
  const subject = { type: 'settings', id: 'categories' }
  await recordAudit(ctx, tx, { ...by, action: 'categories.change', subject, before, after: await listCategories(tx) })
}
