import { createDefaultRpcTransport, type RpcTransport } from '@solana/kit'

export type Random = () => number

/** The same sequence for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Payload = { method: string; params: unknown[] }
type Answer = { result?: { context?: { slot: bigint | number } } }

const toKey = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each))

/** A node behind which others lag, that loses answers and has too much to do. */
export function createFaultyTransport(url: string, random: Random): { transport: RpcTransport; faults: () => number } {
  const inner = createDefaultRpcTransport({ url })
  const earlier = new Map<string, unknown>()
  let faults = 0
  const fail = (message: string): never => {
    faults++
    throw new Error(message)
  }
  const transport = (async (request: Parameters<RpcTransport>[0]) => {
    const payload = request.payload as Payload
    const [what, config] = [toKey([payload.method, payload.params[0]]), payload.params.at(-1)]
    if (random() < 0.1) fail('HTTP 429')
    const old = earlier.get(what) as Answer | undefined
    if (old && random() < 0.2) {
      const { minContextSlot = 0 } = (config ?? {}) as { minContextSlot?: number | bigint }
      if (BigInt(old.result?.context?.slot ?? 0) < BigInt(minContextSlot))
        fail('Minimum context slot has not been reached')
      faults++
      return old
    }
    const answer = await inner(request)
    if (payload.method.startsWith('get')) earlier.set(what, answer)
    // It was done, and the caller does not know.
    return random() < 0.1 ? fail('the answer was lost') : answer
  }) as RpcTransport
  return { transport, faults: () => faults }
}
