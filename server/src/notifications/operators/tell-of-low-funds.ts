import { CHAINS } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import type { Outcomes } from '../../custody/outcomes.ts'
import type { Tx } from '../../db/client.ts'
import { connectionOf } from '../../gateways/chain/chain-access.ts'
import { urlsFor } from '../../http/urls.ts'
import { lowFundsMail } from '../../messages/operator-mails.ts'
import { tellOperators } from './tell-operators.ts'

type Funds = Parameters<Outcomes['onFundsLow']>[2]

export async function tellOfLowFunds(ctx: Context, tx: Tx, { chain, balances, needed }: Funds): Promise<void> {
  const { minter, settler } = connectionOf(ctx, chain)
  const { name } = CHAINS[chain]
  const site = { origin: urlsFor(ctx).admin, brand: ctx.config.brand }
  const accounts = { minter: minter.address, settler: settler.address }
  await tellOperators(ctx, tx, {
    kind: 'admin.funds_low',
    text: `Nothing can be created or bought on ${name} until an account is funded.`,
    mail: lowFundsMail(site, { chain: name, accounts, balances, needed }),
  })
}
