import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { hostname } from 'node:os'
import { systemClock } from '../../clock.ts'
import { type Logger, VERSION } from '../../logger.ts'
import { rpcMeasure, statementMeasure } from '../../measures.ts'
import { type Span, type Tracer, traceWith } from '../../trace.ts'

/** Longer SQL is cut. */
const MAX_ATTRIBUTE_LENGTH = 2_000
const EXPORT_TIMEOUT_MS = 5_000
const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER }

export type Tracing = { stop(): Promise<void> }
type Options = {
  /** The collector; spans go to `/v1/traces` there. */
  endpoint: string
  /** `name=value,…`, percent-encoded. */
  headers: string
  /** Of the traces, 0 to 1. */
  share: number
  role: string
  log: Logger
}

/** Sends traces by OTLP over HTTP: requests, jobs and signatures, with their SQL statements and their calls of the chains' nodes. */
export function startTracing({ endpoint, headers, share, role, log }: Options): Tracing {
  diag.setLogger(toLog(log), DiagLogLevel.ERROR)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: readHeaders(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    resource: resourceFromAttributes({
      'service.name': 'verso',
      'service.version': VERSION,
      'host.name': hostname(),
      'verso.role': role,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  })
  const tracer = provider.getTracer('verso', VERSION)
  /** A call that has ended: its listener is called where the caller goes on, so in the caller's span. */
  const tellCall = (name: string, ms: number, hasFailed: boolean, attributes: Record<string, string>) => {
    if (!trace.getActiveSpan()) return
    const endMs = systemClock.now().getTime()
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime: endMs - ms, attributes })
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endMs)
  }
  const ends = [
    traceWith(tracerOf((what, parent) => tracer.startSpan(what.name, { kind: KINDS[what.kind] }, parent))),
    statementMeasure.listen(({ text, ms, hasFailed }) =>
      tellCall(`SQL ${/\w+/.exec(text)?.[0].toLowerCase() ?? ''}`, ms, hasFailed, {
        'db.system.name': 'postgresql',
        'db.query.text': text,
      }),
    ),
    rpcMeasure.listen(({ method, ms, hasFailed }) =>
      tellCall(`RPC ${method}`, ms, hasFailed, { 'rpc.method': method }),
    ),
  ]
  return {
    stop: async () => {
      for (const end of ends) end()
      await provider.shutdown().catch((error: Error) => log.warn({ error: error.message }, 'the last traces were lost'))
      context.disable()
      propagation.disable()
      diag.disable()
    },
  }
}

const readHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((header) => header.split(/=(.*)/s, 2))
      .map(([name = '', value = '']) => [name, decodeURIComponent(value)]),
  )

type Starting = Parameters<Tracer['startSpan']>[0]

const tracerOf = (start: (what: Starting, parent: typeof ROOT_CONTEXT) => OtelSpan): Tracer => ({
  startSpan: (what) => {
    const { parent: traceparent } = what
    return spanOf(start(what, propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {})))
  },
  current: () => {
    const carrier: { traceparent?: string } = {}
    propagation.inject(context.active(), carrier)
    const traceId = trace.getActiveSpan()?.spanContext().traceId
    return carrier.traceparent && traceId ? { traceparent: carrier.traceparent, traceId } : undefined
  },
})

function spanOf(span: OtelSpan): Span {
  const inside = trace.setSpan(context.active(), span)
  return {
    run: (work) => context.with(inside, work),
    end: ({ attributes, hasFailed }) => {
      span.setAttributes(attributes)
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

/** A collector that is away is a warning; the product goes on. */
function toLog(log: Logger) {
  const warn = (message: string) => log.warn({ error: message }, 'traces could not be sent')
  return { error: warn, warn, info: () => undefined, debug: () => undefined, verbose: () => undefined }
}
