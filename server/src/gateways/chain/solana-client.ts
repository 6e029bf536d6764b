import {
  createDefaultRpcTransport,
  createSolanaRpcFromTransport,
  type Rpc,
  type RpcTransport,
  type SolanaRpcApi,
} from '@solana/kit'
import { rpcMeasure, timed } from '../../measures.ts'

const TIMEOUT_MS = 20_000

/** The client of a Solana node. Lost answers are not asked for again: the sender and the indexer come back anyway. */
export function createSolanaClient(rpcUrl: string): Rpc<SolanaRpcApi> {
  const inner = createDefaultRpcTransport({ url: rpcUrl })
  const transport = ((request: Parameters<RpcTransport>[0]) => {
    const { method } = request.payload as { method: string }
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit
    return timed(rpcMeasure, { method }, () => inner({ ...request, signal }))
  }) as RpcTransport
  return createSolanaRpcFromTransport(transport) as Rpc<SolanaRpcApi>
}
