import type { LiveChain } from '@verso/protocol/chains'
import type { Context } from '../../context.ts'
import type { ChainAdapter } from '../chain-adapter.ts'
import { evmAdapter } from '../evm/evm-adapter.ts'

export const adapterOf = (ctx: Pick<Context, 'chains'>, chain: LiveChain): ChainAdapter => evmAdapter(ctx.chains[chain])
