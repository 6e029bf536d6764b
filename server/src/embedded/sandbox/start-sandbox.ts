import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { sandboxApiKey } from '../../gateways/payments/sandbox.ts'
import { paymentFrameAncestors } from '../../http/payment-origin.ts'
import { createGuardedServer } from '../../http/protection/guard-connections.ts'
import { protectPort } from '../../http/protection/protect-port.ts'
import { ownOrigin } from '../../config/hosts.ts'
import { createProxyTrust } from '../../config/trust-proxy.ts'
import { urlsFor } from '../../http/urls.ts'
import { listenFailure } from '../../errors/listen-failure.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import { startLoop } from '../../jobs/start-loop.ts'
import { buildSandboxApp } from './build-sandbox-app.ts'
import { deliverDue } from './deliveries.ts'
import { type Faults, noFaults } from './faults.ts'
import { runDueScripts } from './payments.ts'
import type { Deliver, SandboxContext } from './sandbox-context.ts'
import { openSandboxStore } from './store.ts'

export type Sandbox = {
  origin: string
  /** Sends what is due and runs the scripts' later steps, until nothing is left that is due now. */
  settle(): Promise<void>
  stop(): Promise<void>
}
export type SandboxOptions = {
  /** How webhooks reach us; default: over HTTP to the marketplace's port. */
  deliver?: Deliver
  faults?: Faults
  /** How often retries and scripts are looked for; 0: only by `settle`. */
  pollMs?: number
}

const POLL_MS = 500
const LOOK_MS = 5_000
const DELIVERY_TIMEOUT_MS = 5_000
const MAX_ROUNDS = 100

/**
 * Starts the built-in payment provider on PAY_PORT with its own store. `config.ports.pay` then says its real port.
 * @throws StartupError
 */
export async function startSandbox(ctx: Context, options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox: SandboxContext = {
    db: await openSandboxStore(ctx.config.database.ownerUrl, ctx.log),
    clock: ctx.clock,
    random: ctx.random,
    log: ctx.log,
    brand: ctx.config.brand,
    webhookSecret: ctx.config.payments.webhookSecret,
    apiKey: sandboxApiKey(ctx.config.payments.webhookSecret),
    frameAncestors: () => paymentFrameAncestors(ctx),
    deliver: options.deliver ?? deliverOverHttp(ctx),
    faults: options.faults ?? noFaults(),
  }
  // Our own server asks its API under a loopback name, also where the page has an address.
  const app = buildSandboxApp(sandbox, {
    protect: (one) => protectPort(one, ctx, 'pay', { takesLoopback: true }),
    serverFactory: (listener) => createGuardedServer(ctx, listener),
    trustProxy: createProxyTrust(ctx.config.trustProxy),
  })
  const poller = startPoller(sandbox, app, options.pollMs ?? POLL_MS)
  try {
    await app.listen({ host: ctx.config.host, port: ctx.config.ports.pay })
  } catch (error) {
    await poller.stop()
    await sandbox.db.destroy()
    throw listenFailure(error, { host: ctx.config.host, port: ctx.config.ports.pay, setting: 'PAY_PORT' })
  }
  ctx.config.ports.pay = (app.server.address() as AddressInfo).port
  return {
    origin: ownOrigin(ctx.config.host, ctx.config.ports.pay),
    settle: async () => {
      for (let round = 0; round < MAX_ROUNDS; round++) if ((await work(sandbox)) === 0) return
    },
    stop: async () => {
      await poller.stop()
      await app.close()
      await sandbox.db.destroy()
    },
  }
}

async function work(sandbox: SandboxContext): Promise<number> {
  await runDueScripts(sandbox)
  return deliverDue(sandbox)
}

/** Looks for what is due when a request was answered, and otherwise when the next is due. */
function startPoller(sandbox: SandboxContext, app: FastifyInstance, pollMs: number): { stop(): Promise<void> } {
  if (pollMs === 0) return { stop: async () => undefined }
  let timer: NodeJS.Timeout | undefined
  const loop = startLoop(async () => {
    try {
      const waitMs = await untilDue(sandbox)
      if (waitMs > 0) return Math.max(pollMs, Math.min(waitMs, LOOK_MS))
      await work(sandbox)
    } catch (error) {
      sandbox.log.warn({ error: messageOf(error) }, 'the sandbox could not do its waiting work')
    }
    return pollMs
  })
  // Several answers together are one look.
  app.addHook('onResponse', async () => {
    timer ??= setTimeout(() => {
      timer = undefined
      loop.wake()
    }, pollMs)
  })
  return {
    stop: async () => {
      clearTimeout(timer)
      await loop.stop()
    },
  }
}

async function untilDue(sandbox: SandboxContext): Promise<number> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select least((select min(due_at) from sandbox.deliveries),
      (select min(next_state_at) from sandbox.payments where next_state is not null)) as "dueAt"`.execute(sandbox.db)
  return (rows[0]?.dueAt?.getTime() ?? Number.POSITIVE_INFINITY) - sandbox.clock.now().getTime()
}

function deliverOverHttp(ctx: Context): Deliver {
  const { host: hostname, ports } = ctx.config
  const path = '/api/payments/webhooks/sandbox/'
  return ({ headers, body }) => {
    // Under the name that the marketplace knows; `fetch` would name the address itself.
    const { host } = new URL(urlsFor(ctx).public)
    const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS)
    return new Promise((resolve, reject) => {
      request({ hostname, port: ports.public, path, method: 'POST', headers: { ...headers, host }, signal }, (answer) =>
        answer
          .on('end', () => resolve(answer.statusCode ?? 0))
          .on('error', reject)
          .resume(),
      )
        .on('error', reject)
        .end(body)
    })
  }
}
