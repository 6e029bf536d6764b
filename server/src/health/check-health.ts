import { CHAINS, type Chain } from '@verso/protocol/chains'
import { chainsOf } from '../gateways/chain/chain-access.ts'
import type { HealthItem } from '@verso/protocol/operations/health'
import type { Context } from '../context.ts'
import { reportDisk } from './watch-disk.ts'
import { findProblems } from './find-problems.ts'
import type { Problem } from './problem.ts'
import { assertRights } from '../db/grants.ts'
import { adapterOf } from '../custody/chains/adapter-of.ts'
import { findOperatorFunds } from '../custody/chains/operator-funds.ts'
import { reportCustody, reportLedger } from './report-checks.ts'
import { withinTime } from '../errors/within-time.ts'
import { messageOf } from '../errors/without-url-secrets.ts'

/** A dependency that does not answer within this is down for the person who looks. */
const ANSWER_MAX_MS = 4_000

/** The state of the services that the product depends on, asked now, and the last findings of the checks that run all the time. */
export async function checkHealth(ctx: Context): Promise<HealthItem[]> {
  const problems = findProblems(ctx)
  const services = [
    look('database', null, () => assertRights(ctx.db, ctx.config)),
    look('storage', null, () => ctx.storage.check()),
    reportDisk(ctx),
    look('mail', null, () => ctx.mailer.check()),
    look('sms', null, () => ctx.smsSender.check()),
    look('payments', null, () => ctx.payments.check()),
    look('ipfs', null, async () => {
      await ctx.pinner.check()
      await assertNone(problems, 'ipfs')
    }),
    look('workers', null, () => assertNone(problems, 'workers')),
    ...(ctx.config.signer ? [look('signer', null, () => assertNone(problems, 'signer'))] : []),
    look('sender', null, () => assertNone(problems, 'sender')),
  ]
  const chains = chainsOf(ctx).flatMap((chain) => [
    look('chain', chain, async () => {
      await assertNone(problems, 'chain', chain)
      return readLag(ctx, chain)
    }),
    findFunds(ctx, chain),
    reportCustody(ctx, chain),
  ])
  return Promise.all([...services, ...chains, reportLedger(ctx)])
}

async function look(name: HealthItem['name'], chain: Chain | null, ask: () => Promise<unknown>): Promise<HealthItem> {
  const item = { name, chain: chain && CHAINS[chain].name }
  try {
    const detail = await withinTime(ask(), ANSWER_MAX_MS)
    return { ...item, status: 'ok', detail: typeof detail === 'string' ? detail : null }
  } catch (error) {
    return { ...item, status: 'failed', detail: firstLine(messageOf(error)) }
  }
}

async function assertNone(problems: Promise<Problem[]>, part: Problem['part'], chain?: Chain) {
  const own = (await problems).filter(
    (problem) => problem.part === part && (chain === undefined || problem.chain === chain),
  )
  if (own.length > 0) throw new Error(own.map(({ summary, detail }) => `${summary}. ${detail}`).join('. '))
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 200)

async function readLag(ctx: Context, chain: Chain): Promise<string> {
  const head = await adapterOf(ctx, chain).readHead()
  const row = await ctx.db.selectFrom('chains').select('indexed_block').where('chain', '=', chain).executeTakeFirst()
  return `Block ${head}, read up to ${row?.indexed_block ?? 0}`
}

async function findFunds(ctx: Context, chain: Chain): Promise<HealthItem> {
  const item = { name: 'funds' as const, chain: CHAINS[chain].name }
  const funds = await findOperatorFunds(ctx.db, chain)
  if (!funds) return { ...item, status: 'unknown', detail: null }
  const { minter, settler, needed } = funds
  const detail = `Minter ${short(minter)} (wants ${short(needed.minter)}), settler ${short(settler)} (wants ${short(needed.settler)})`
  return { ...item, status: funds.isLow ? 'failed' : 'ok', detail }
}

/** A balance with so many decimals as a person reads. */
const short = (amount: string): string => Number(amount).toLocaleString('en-US', { maximumFractionDigits: 4 })
