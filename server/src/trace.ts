/**
 * A request or a job and the jobs that it enqueues are spans of one trace. Without a tracer
 * (OTEL_EXPORTER_OTLP_ENDPOINT unset) nothing is traced, and nothing of OpenTelemetry is loaded.
 */
export type Tracer = {
  /** @param parent the cause's context, from `carryTrace`; without it a trace of its own begins */
  startSpan(what: { kind: 'server' | 'consumer'; name: string; parent?: string | undefined }): Span
  /** The span under way, as W3C's `traceparent` and by its trace. */
  current(): { traceparent: string; traceId: string } | undefined
}

export type Span = {
  /** All that `work` does, now or later, belongs to this span. */
  run<T>(work: () => T): T
  end(result: { attributes: Record<string, string | number>; hasFailed: boolean }): void
}

let tracer: Tracer | undefined

/** @returns what ends the tracing */
export function traceWith(next: Tracer): () => void {
  tracer = next
  return () => void (tracer = undefined)
}

export const startSpan = (what: Parameters<Tracer['startSpan']>[0]): Span | undefined => tracer?.startSpan(what)

/** Goes into a job's payload beside what its schema names, and into a request's headers to the signer: what is done for it is of this trace. */
export const carryTrace = (): { traceparent?: string } => {
  const current = tracer?.current()
  return current ? { traceparent: current.traceparent } : {}
}

/** For log lines. */
export const traceFields = (): { trace_id?: string } => {
  const current = tracer?.current()
  return current ? { trace_id: current.traceId } : {}
}

/** Does `work` as a span; without a parent it begins a trace of its own. */
export async function traceWork<T>(
  { attributes, ...what }: Parameters<Tracer['startSpan']>[0] & { attributes: Record<string, string> },
  work: () => Promise<T>,
): Promise<T> {
  const span = startSpan(what)
  if (!span) return work()
  let hasFailed = true
  try {
    const result = await span.run(work)
    hasFailed = false
    return result
  } finally {
    span.end({ attributes, hasFailed })
  }
}

/** Does the work of a job as a span of the trace that `data` carries. */
export const traceJob = <T>(name: string, data: unknown, work: () => Promise<T>): Promise<T> =>
  traceWork(
    {
      kind: 'consumer',
      name: `job ${name}`,
      parent: (data as { traceparent?: string } | null)?.traceparent,
      attributes: { 'messaging.system': 'pg-boss', 'messaging.destination.name': name },
    },
    work,
  )
