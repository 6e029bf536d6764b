import type { Chain } from '@verso/protocol/chains'
import { adapterOf } from '../../custody/chains/adapter-of.ts'
import { chainsOf, connectionOf } from '../../gateways/chain/chain-access.ts'
import { formatGwei } from 'viem'
import type { Context } from '../../context.ts'
import { getCustodyProgress } from '../../custody/chains/check-custody.ts'
import { listUnknownTokens } from '../../custody/transfers/report-unknown-token.ts'
import { findOperatorFunds } from '../../custody/chains/operator-funds.ts'
import { withinTime } from '../../errors/within-time.ts'
import { readLedgerHealth } from '../../ledger/check-ledger-in-steps.ts'
import { readSpace } from '../../media/storage/disk-space.ts'
import { getOperatorSettings } from '../../settings/settings-store.ts'
import { type Figure, figure } from './figures.ts'
import { readWaiting } from './read-waiting.ts'
import { readProcesses } from './read-processes.ts'

const NODE_ANSWER_MAX_MS = 2_000

/** Every process tells who is alive; what waits and what was checked is told by those who do the work. */
export async function readFigures(ctx: Context): Promise<Figure[]> {
  const isWorker = ctx.config.role === 'all' || ctx.config.role === 'worker'
  const parts = [readProcesses(ctx), readDisk(ctx), readReplica(ctx), readMaintenance(ctx)]
  if (isWorker) parts.push(readWaiting(ctx), readLedger(ctx), ...chainsOf(ctx).map((chain) => readChain(ctx, chain)))
  return (await Promise.all(parts)).flat()
}

async function readDisk(ctx: Context): Promise<Figure[]> {
  const { freeBytes } = await readSpace(ctx)
  return [figure('verso_disk_free_bytes', freeBytes), figure('verso_disk_needed_bytes', ctx.config.diskMinFreeBytes)]
}

async function readMaintenance(ctx: Context): Promise<Figure[]> {
  const { maintenance } = await getOperatorSettings(ctx)
  return [figure('verso_maintenance', maintenance === null ? 0 : 1)]
}

/** Of the processes that read from one. */
async function readReplica({ replica }: Context): Promise<Figure[]> {
  const state = replica?.state()
  if (!state) return []
  const { isUsed, lagMs } = state
  return [
    figure('verso_replica_used', isUsed ? 1 : 0),
    ...(lagMs === undefined ? [] : [figure('verso_replica_lag_seconds', lagMs / 1_000)]),
  ]
}

async function readLedger(ctx: Context): Promise<Figure[]> {
  const { problems, checkedAt } = await readLedgerHealth(ctx)
  return [
    figure('verso_ledger_problems', problems.length),
    figure('verso_ledger_checked_age_seconds', ageOf(ctx, checkedAt)),
  ]
}

async function readChain(ctx: Context, chain: Chain): Promise<Figure[]> {
  const parts = await Promise.all([readNode(ctx, chain), readBlock(ctx, chain), readFunds(ctx, chain)])
  const { lastRound, mismatches, checkedAt } = await getCustodyProgress(ctx, chain)
  const wrong = new Set([...mismatches, ...(lastRound?.mismatches ?? [])])
  const unknown = await listUnknownTokens(ctx.db, chain)
  return [
    ...parts.flat(),
    figure('verso_custody_mismatches', wrong.size, { chain }),
    figure('verso_unknown_tokens', unknown.length, { chain }),
    ...(checkedAt ? [figure('verso_custody_checked_age_seconds', ageOf(ctx, checkedAt), { chain })] : []),
  ]
}

/** A node that does not answer has no figures: the alert is about their absence. */
async function readNode(ctx: Context, chain: Chain): Promise<Figure[]> {
  const connection = connectionOf(ctx, chain)
  const readPrice = async () => (connection.chain === 'SOL' ? undefined : connection.client.getGasPrice())
  try {
    const answers = Promise.all([adapterOf(ctx, chain).readHead(), readPrice()])
    const [head, gasPrice] = await withinTime(answers, NODE_ANSWER_MAX_MS)
    return [
      figure('verso_chain_head', head, { chain }),
      ...(gasPrice === undefined
        ? []
        : [figure('verso_chain_gas_price_gwei', Number(formatGwei(gasPrice)), { chain })]),
    ]
  } catch {
    return []
  }
}

async function readBlock(ctx: Context, chain: Chain): Promise<Figure[]> {
  const row = await ctx.db
    .selectFrom('chains')
    .leftJoin('chain_blocks', (join) =>
      join.onRef('chain_blocks.chain', '=', 'chains.chain').onRef('chain_blocks.number', '=', 'chains.indexed_block'),
    )
    .select(['chains.indexed_block', 'chain_blocks.mined_at'])
    .where('chains.chain', '=', chain)
    .executeTakeFirst()
  if (!row) return []
  return [
    figure('verso_chain_block', row.indexed_block, { chain }),
    ...(row.mined_at ? [figure('verso_chain_block_age_seconds', ageOf(ctx, row.mined_at), { chain })] : []),
  ]
}

async function readFunds(ctx: Context, chain: Chain): Promise<Figure[]> {
  const funds = await findOperatorFunds(ctx.db, chain)
  if (!funds) return []
  return (['minter', 'settler'] as const).flatMap((account) => [
    figure('verso_operator_balance', Number(funds[account]), { chain, account }),
    figure('verso_operator_balance_needed', Number(funds.needed[account]), { chain, account }),
  ])
}

const ageOf = (ctx: Context, at: Date): number => Math.max(0, (ctx.clock.now().getTime() - at.getTime()) / 1_000)
