import { createServer } from 'node:http'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../../context.ts'
import { listenFailure } from '../../errors/listen-failure.ts'
import { withinTime } from '../../errors/within-time.ts'
import { messageOf } from '../../errors/without-url-secrets.ts'
import type { Logger } from '../../logger.ts'
import { FIGURES, type FigureName } from './figures.ts'
import { measureProcess } from './process-metrics.ts'
import { readFigures } from './read-figures.ts'

/** Prometheus gives up after ten. */
const FIGURES_MAX_MS = 5_000

export type Metrics = {
  port: number
  /** From now on the product's figures are told too. */
  follow(ctx: Context): void
  stop(): Promise<void>
}
type Options = { host: string; port: number; role: string; log: Logger }

/**
 * `GET /metrics` on a port of its own (METRICS_PORT), for Prometheus alone: it is never behind the proxy of the product. `GET /health`
 * says that the process answers, in each role; it asks nothing.
 * @throws StartupError
 */
export async function startMetrics({ host, port, role, log }: Options): Promise<Metrics> {
  const measured = measureProcess(role)
  let refresh = async () => undefined as void
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (request.method === 'GET' && path === '/health') return response.writeHead(200).end()
    if (request.method !== 'GET' || path !== '/metrics') return response.writeHead(404).end()
    return void refresh()
      .then(() => measured.registry.metrics())
      .then((text) => response.writeHead(200, { 'content-type': measured.registry.contentType }).end(text))
      .catch((error: unknown) => {
        log.warn({ error: messageOf(error) }, 'the metrics could not be told')
        response.writeHead(500).end()
      })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, { host, port, setting: 'METRICS_PORT' })))
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as { port: number }).port,
    follow: (ctx) => void (refresh = followFigures(measured.registry, ctx)),
    stop: async () => {
      measured.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Read for each scrape; when they cannot be, they are absent rather than old, and `verso_figures_up` says so. */
function followFigures(registry: Registry, ctx: Context): () => Promise<void> {
  const registers = [registry]
  const isUp = new Gauge({ name: 'verso_figures_up', help: 'Whether the database gave the figures.', registers })
  let told = new Map<FigureName, Gauge>()
  return async () => {
    const figures = await withinTime(readFigures(ctx), FIGURES_MAX_MS).catch((error: unknown) => {
      ctx.log.warn({ error: messageOf(error) }, 'the figures of the product could not be read')
      return undefined
    })
    isUp.set(figures ? 1 : 0)
    for (const name of told.keys()) registry.removeSingleMetric(name)
    told = new Map()
    for (const { name, labels, value } of figures ?? []) gaugeOf(name, Object.keys(labels)).set(labels, value)
  }

  function gaugeOf(name: FigureName, labelNames: string[]): Gauge {
    const gauge = told.get(name) ?? new Gauge({ name, help: FIGURES[name], labelNames, registers })
    told.set(name, gauge)
    return gauge
  }
}
