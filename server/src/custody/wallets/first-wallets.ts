import type { Context, EventConsumer } from '../../context.ts'
import { type BoundConsumer, bindConsumer } from '../../events/consumer.ts'
import { insertWallet } from './create-wallet.ts'

/** A member who becomes verified has a wallet on Polygon without asking for it (docs/rules.md R113). */
export const firstWallets: EventConsumer<'member.verified'> = { name: 'first-wallets', types: ['member.verified'] }

export const bindFirstWallets = (ctx: Context): BoundConsumer =>
  bindConsumer(firstWallets, {
    'member.verified': async (tx, { data }) => {
      await insertWallet(ctx, tx, { userId: data.user_id, chain: 'POLYGON' })
    },
  })
