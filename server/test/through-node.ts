import { createDefaultRpcTransport, createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit'
import { solanaAdapters } from '../src/custody/chains/adapter-of.ts'
import type { CustodyContext } from '../src/custody/outcomes.ts'
import { solanaAdapter } from '../src/custody/solana/solana-adapter.ts'
import type { OwnSolana } from './own-solana.ts'
import { solanaClocks } from './solana-slots.ts'
import type { TestApp } from './test-app.ts'

/** The same product, which reaches its Solana by this way. */
export function through(t: TestApp, own: OwnSolana, transport: RpcTransport): CustodyContext {
  const { SOL } = t.ctx.chains
  if (!SOL) throw new Error('this test has no Solana')
  const connection = { ...SOL, rpc: createSolanaRpcFromTransport(transport) as typeof SOL.rpc }
  solanaAdapters.set(connection, solanaAdapter(connection))
  solanaClocks.set(connection, own)
  return { ...t.ctx, chains: { ...t.ctx.chains, SOL: connection } }
}

type Asked = { method: string; params: [string, Record<string, unknown>] }
/** The answer in the node's place: a result, or an error's code. */
type Instead = { result: unknown } | { error: { code: number; message: string } } | undefined

/** By a node that answers some questions in its own way, or fails. */
export function throughAnswers(t: TestApp, own: OwnSolana, answer: (asked: Asked) => Instead): CustodyContext {
  const inner = createDefaultRpcTransport({ url: own.rpcUrl() })
  return through(t, own, (async (request: Parameters<RpcTransport>[0]) => {
    const asked = request.payload as Asked & { id: string }
    const instead = answer(asked)
    return instead ? { jsonrpc: '2.0', id: asked.id, ...instead } : inner(request)
  }) as RpcTransport)
}
