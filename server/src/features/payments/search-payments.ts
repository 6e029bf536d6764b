import { z } from 'zod'
import type { Db } from '../../db/client.ts'

const SHOWN = 50

/** Ids of the payments that anything called `text` has to do with, newest first. */
export async function searchPayments(db: Db, text: string): Promise<string[]> {
  const isId = z.uuid().safeParse(text).success
  const query = db.selectFrom('payments').select('payments.id').orderBy('payments.id', 'desc').limit(SHOWN)
  const found = isId
    ? query.where((where) =>
        where.or([
          where('payments.id', '=', text),
          where('payments.listing_id', '=', text),
          where('payments.nft_id', '=', text),
          where('payments.user_id', '=', text),
          where('payments.provider_ref', '=', text),
        ]),
      )
    : query
        .innerJoin('users', 'users.id', 'payments.user_id')
        .where((where) =>
          where.or([where('payments.provider_ref', '=', text), where('users.email', '=', text.toLowerCase())]),
        )
  return (await found.execute()).map((row) => row.id)
}
