import type { Chain } from '@verso/protocol/chains'
import type { CustodyContext, SignerAmounts } from './outcomes.ts'
import type { Intent } from './intents/intent.ts'
import type { Node } from './sending/broadcast.ts'
import type { Prepared } from './sending/prepared.ts'

/** The two keys of the platform: one makes tokens, the other carries out sales and withdrawals. */
export type SignerName = 'minter' | 'settler'

/** Balances, what each wants so that something new is begun, and whether one has less. */
export type Funds = SignerAmounts & { needed: SignerAmounts; isLow: boolean }

/** The operations that the product needs of every chain; all else about a chain is known to its adapter alone. */
export type ChainAdapter = Node & {
  chain: Chain
  isEmbedded: boolean
  addressOf(signer: SignerName): string
  /** While so many transactions of a lane are not in a block, new intents wait. */
  maxInFlight: number
  /** Turns waiting intents of one kind into at most one transaction, which is not signed yet. */
  prepare(ctx: CustodyContext, intents: Intent[], signer: SignerName): Promise<Prepared>
  /** Finds out what became of all that was sent, and sends again what has to be. */
  follow(ctx: CustodyContext): Promise<void>
  /** Reads on; @returns whether something was read, and whether there was more. */
  index(ctx: CustodyContext): Promise<false | 'all' | 'a part'>
  /** The number of the newest block. */
  readHead(): Promise<number>
  /** Undefined: there is no such token. Who it probably is makes it cheaper to find out. */
  readOwner(tokenId: string, probably?: string | null): Promise<string | undefined>
  readFunds(): Promise<Funds>
}
