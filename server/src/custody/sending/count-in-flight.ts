import type { Chain } from '@verso/protocol/chains'
import type { Db } from '../../db/client.ts'
import type { Intent } from '../intents/intent.ts'

/** How many transactions of a signer for intents of these kinds are not in a block yet. */
export async function countInFlight(
  db: Db,
  chain: Chain,
  { signer, kinds }: { signer: string; kinds: readonly Intent['kind'][] },
): Promise<number> {
  const { count } = await db
    .selectFrom('chain_transactions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chain', '=', chain)
    .where('signer', '=', signer)
    .where('status', 'in', ['SIGNED', 'SENT'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('chain_transaction_intents as link')
          .innerJoin('chain_intents', 'chain_intents.id', 'link.intent_id')
          .select('link.intent_id')
          .whereRef('link.transaction_id', '=', 'chain_transactions.id')
          .where('chain_intents.kind', 'in', kinds),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
