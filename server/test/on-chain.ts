import type { Chain } from '@verso/protocol/chains'
import { adapterOf } from '../src/custody/chains/adapter-of.ts'
import type { CustodyContext } from '../src/custody/outcomes.ts'
import { sendWaiting } from '../src/custody/sending/send-waiting.ts'

/** One step of the sender or of the indexer of a chain, alone. */
export const sendOn = (ctx: CustodyContext, chain: Chain) => sendWaiting(ctx, adapterOf(ctx, chain))
export const followOn = (ctx: CustodyContext, chain: Chain) => adapterOf(ctx, chain).follow(ctx)
export const readOn = (ctx: CustodyContext, chain: Chain) => adapterOf(ctx, chain).index(ctx)
