import { accountMethods } from './account-methods.ts'
import type { Chain } from '../chain.ts'
import { lookUpMethods } from './look-up-methods.ts'
import { RpcError } from '../rpc-error.ts'
import type { Method } from './params.ts'
import { slotMethods } from './slot-methods.ts'
import { transactionMethods } from './transaction-methods.ts'

const METHODS: Record<string, Method> = { ...slotMethods, ...accountMethods, ...transactionMethods, ...lookUpMethods }

type Answer = { jsonrpc: '2.0'; id: unknown } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
)

/** Answers one call of JSON-RPC, at the slot of this moment. */
export async function answer(chain: Chain, call: unknown): Promise<Answer> {
  const { id = null, method, params = [] } = (call ?? {}) as { id?: unknown; method?: unknown; params?: unknown }
  const failed = ({ code, message, data }: RpcError): Answer => ({ jsonrpc: '2.0', id, error: { code, message, data } })
  if (typeof method !== 'string' || !Array.isArray(params))
    return failed(new RpcError('invalidRequest', 'Invalid request'))
  if (!Object.hasOwn(METHODS, method)) return failed(new RpcError('methodNotFound', 'Method not found'))
  try {
    chain.slots.advance()
    return { jsonrpc: '2.0', id, result: await METHODS[method]?.(chain, params) }
  } catch (error) {
    if (error instanceof RpcError) return failed(error)
    throw error
  }
}
