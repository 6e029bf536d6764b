import { BaseError, ExecutionRevertedError, type Hex } from 'viem'
import type { Context } from '../../context.ts'
import { AppError } from '../../http/app-error.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
import { networkOf } from '../../http/network-of.ts'
import { takePoint } from '../../identity/throttling/throttle.ts'

const CALLS_PER_MINUTE = 120
const MINUTE_MS = 60_000
const RETRY_AFTER_MS = 10_000
/**
 * "Verify it yourself" where the operator has named no public node: two questions about one token, to our contract and
 * nothing else. The built-in chain itself answers no web page, so this is the way to it.
 */
export function chainRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/chains/{chain}/call/', async (request) => {
    const subject = networkOf(request.ip)
    await takePoint(ctx, ctx.db, { name: 'chain-call', subject, limit: CALLS_PER_MINUTE, windowMs: MINUTE_MS })
    const { client, contract } = ctx.chains[request.params.chain]
    return { data: { result: await askContract(client, contract, request.body.data as Hex) } }
  })
}

async function askContract(
  client: Context['chains']['POLYGON']['client'],
  contract: Hex,
  data: Hex,
): Promise<string | null> {
  try {
    return (await client.call({ to: contract, data })).data ?? null
  } catch (error) {
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError)) return null
    throw new AppError('chain_unavailable', {
      userMessage: 'The chain does not answer. Try again later.',
      retryAfterMs: RETRY_AFTER_MS,
    })
  }
}
