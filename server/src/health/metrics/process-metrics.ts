import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../../logger.ts'
import { jobMeasure, poolMeasure, requestMeasure, rpcMeasure, statementMeasure } from '../../measures.ts'

const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const STATEMENT_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2, 10]
const CALL_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20]

/** The metrics of this process since it started: requests, statements, jobs, calls of nodes, its event loop and memory. */
export function measureProcess(role: string): { registry: Registry; stop(): void } {
  const registry = new Registry()
  const registers = [registry]
  // Event loop, memory, garbage collection, file descriptors.
  collectDefaultMetrics({ register: registry })
  new Gauge({ name: 'verso_info', help: 'This process.', labelNames: ['role', 'version'], registers }).set(
    { role, version: VERSION },
    1,
  )
  const requests = new Histogram({
    name: 'verso_request_seconds',
    help: 'Requests by the route that answered them.',
    labelNames: ['port', 'method', 'route', 'status'],
    buckets: REQUEST_BUCKETS_S,
    registers,
  })
  const statements = new Histogram({
    name: 'verso_sql_seconds',
    help: 'SQL statements, with the way to the database and back.',
    labelNames: ['result'],
    buckets: STATEMENT_BUCKETS_S,
    registers,
  })
  const jobs = new Histogram({
    name: 'verso_job_seconds',
    help: 'Jobs that this process ran.',
    labelNames: ['queue', 'result'],
    buckets: CALL_BUCKETS_S,
    registers,
  })
  const calls = new Histogram({
    name: 'verso_rpc_seconds',
    help: 'Calls of the chains’ nodes.',
    labelNames: ['method', 'result'],
    buckets: CALL_BUCKETS_S,
    registers,
  })
  const measures = [
    requestMeasure.listen(({ ms, status, ...labels }) =>
      requests.observe({ ...labels, status: String(status) }, ms / 1_000),
    ),
    statementMeasure.listen(({ ms, ...rest }) => statements.observe({ result: resultOf(rest) }, ms / 1_000)),
    jobMeasure.listen(({ ms, name, ...rest }) => jobs.observe({ queue: name, result: resultOf(rest) }, ms / 1_000)),
    rpcMeasure.listen(({ ms, method, ...rest }) => calls.observe({ method, result: resultOf(rest) }, ms / 1_000)),
    watchPools(registry),
  ]
  return { registry, stop: () => measures.forEach((stop) => stop()) }
}

const resultOf = ({ hasFailed }: { hasFailed: boolean }): string => (hasFailed ? 'failed' : 'ok')

/** The connections to the database, over all pools that were opened since. */
function watchPools(registry: Registry): () => void {
  const pools = new Set<pg.Pool>()
  const sum = (count: (pool: pg.Pool) => number) =>
    [...pools].filter((pool) => !pool.ended).reduce((total, pool) => total + count(pool), 0)
  new Gauge({
    name: 'verso_database_connections',
    help: 'Connections to the database.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const idle = sum((pool) => pool.idleCount)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'used' }, sum((pool) => pool.totalCount) - idle)
    },
  })
  new Gauge({
    name: 'verso_database_waiting',
    help: 'Requests and jobs that wait for a connection to the database.',
    registers: [registry],
    collect() {
      this.set(sum((pool) => pool.waitingCount))
    },
  })
  return poolMeasure.listen((pool) => void pools.add(pool))
}
