import type { Chain } from '@verso/protocol/chains'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { chainsOf } from '../../gateways/chain/chain-access.ts'
import type { DemoMembers } from './add-members.ts'
import type { DemoClient } from './demo-client.ts'
import { createWatch, type Until } from './watch.ts'

const CREDIT_USD = 40
const CREDIT_CENTS = CREDIT_USD * 100

type Funds = { id: string; wallets: Chain[]; ready_wallets: number; credit_cents: number }

/** Gives everybody who trades a wallet on every chain, and transaction credits. */
export async function fundMembers(ctx: Context, { creators, collectors }: DemoMembers): Promise<void> {
  const until = createWatch(async () => new Map((await funds.execute(ctx.db)).rows.map((row) => [row.id, row])))
  await Promise.all([...creators, ...collectors].map((client) => fund(client, { chains: chainsOf(ctx), until })))
}

async function fund(client: DemoClient, { chains, until }: { chains: Chain[]; until: Until<Funds> }): Promise<void> {
  const before = await until('a member', client.userId, () => true)
  const missing = chains.filter((chain) => !before.wallets.includes(chain))
  for (const chain of missing) await client.call('POST /api/accounts/cryptos/', { body: { chain } })
  if (!hasCredits(before)) {
    const payment_id = await client.call('PUT /api/accounts/credits/', { body: { amount: CREDIT_USD } })
    await client.call('POST /api/dev/payments/{payment_id}/', { params: { payment_id }, body: { outcome: 'success' } })
  }
  const hasWallets = ({ ready_wallets }: Funds) => ready_wallets === chains.length
  await until('a wallet and a top-up', client.userId, (state) => hasWallets(state) && hasCredits(state))
}

/** Some are spent when a start that was cut short is continued. */
const hasCredits = ({ credit_cents }: Funds): boolean => credit_cents >= CREDIT_CENTS / 2

const funds = sql<Funds>`
  select u.id, array(select chain from wallets w where w.user_id = u.id) as wallets,
    (select count(*) from wallets w where w.user_id = u.id and w.public_address is not null) as ready_wallets,
    coalesce((select balance_cents from ledger_accounts a where a.kind = 'CREDIT' and a.user_id = u.id), 0) as credit_cents
  from users u`
