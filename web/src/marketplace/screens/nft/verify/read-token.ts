import { isEvmChain } from '@verso/protocol/chains'
import type { PublicSettings } from '@verso/protocol/operations/settings'
import { call } from '../../../../api/client.ts'

export type Chain = PublicSettings['chains'][number]
/** The chain's word on a token; `address` is worked out here, where it follows from the metadata. */
export type ChainToken = { uri: string; owner: string; address?: string }
/** Asks the contract; null when it refuses, as it does for a token that does not exist. */
type AskContract = (data: string) => Promise<string | null>

// The first four bytes of a call: which function of the contract is meant.
const TOKEN_URI = '0xc87b56dd'
const OWNER_OF = '0x6352211e'
const WORD = 64

/** The chain's word on a token: the address of its metadata, and its owner. Null for a token it does not know. */
export async function readToken(chain: Chain, tokenId: string): Promise<ChainToken | null> {
  const ask = chain.public_rpc_url ? askNode(chain, chain.public_rpc_url) : askThroughServer(chain)
  const argument = BigInt(tokenId).toString(16).padStart(WORD, '0')
  const [uri, owner] = await Promise.all([ask(TOKEN_URI + argument), ask(OWNER_OF + argument)])
  return uri && owner ? { uri: decodeText(uri), owner: `0x${owner.slice(-40)}` } : null
}

/** A public node, by JSON-RPC: no server of this site is in between. */
function askNode(chain: Chain, url: string): AskContract {
  const request = async (method: string, params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body, referrerPolicy: 'no-referrer' })
    return (await answer.json()) as { result?: string; error?: { message: string } }
  }
  return async (data) => {
    const { result: chainId } = await request('eth_chainId', [])
    if (Number(chainId) !== chain.chain_id) throw new Error('the node is of another chain')
    const { result, error } = await request('eth_call', [{ to: chain.contract, data }, 'latest'])
    if (error && !/revert/i.test(error.message)) throw new Error(error.message)
    return result ?? null
  }
}

function askThroughServer({ id: chain }: Chain): AskContract {
  if (!isEvmChain(chain)) throw new Error(`${chain} is not live`)
  return async (data) =>
    (await call('POST /api/chains/{chain}/call/', { params: { chain }, body: { data }, isPublic: true })).result
}

/** The ABI's `string`: where it begins, how long it is, its bytes. */
function decodeText(result: string): string {
  const bytes = Uint8Array.from(result.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const numberAt = (at: number) => Number(BigInt(`0x${result.slice(2 + at * 2, 2 + at * 2 + WORD)}`))
  const start = numberAt(0)
  return new TextDecoder().decode(bytes.subarray(start + 32, start + 32 + numberAt(start)))
}
