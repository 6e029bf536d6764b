import { after } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { EvmConnection } from '../../../gateways/chain/chain-access.ts'
import type { TransactionRow } from './transaction-queries.ts'

/** Nodes behind one address may differ: a receipt that is missing is believed to be missing after this long. */
const BELIEVE_MISSING_MS = 15_000
/** When each was first seen missing, by signer. After a pause, the time of the last send says nothing of that. */
const firstSeen = new WeakMap<EvmConnection, Map<string, Map<string, Date>>>()

/**
 * @param missing all transactions of the signer whose receipt is missing now; one that is not among them begins anew
 * @returns the ids of those that have been missing for so long that it is no node's lagging
 */
export function believeMissing(
  { clock }: Pick<Context, 'clock'>,
  connection: EvmConnection,
  { signer, missing }: { signer: string; missing: TransactionRow[] },
): Set<string> {
  if (connection.isEmbedded) return new Set(missing.map(({ id }) => id))
  const now = clock.now()
  const bySigner = firstSeen.get(connection) ?? new Map<string, Map<string, Date>>()
  const before = bySigner.get(signer)
  const since = new Map(missing.map(({ id }) => [id, before?.get(id) ?? now]))
  firstSeen.set(connection, bySigner.set(signer, since))
  return new Set([...since].filter(([, at]) => after(at, BELIEVE_MISSING_MS) <= now).map(([id]) => id))
}
