import { hostname } from 'node:os'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'
import manifest from '../package.json' with { type: 'json' }
import { traceFields } from './trace.ts'
import { withoutUrlSecrets } from './errors/without-url-secrets.ts'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

export const VERSION: string = manifest.version

type LoggerOptions = {
  /** The role of the process that writes; on every line, like the host and the version. */
  role?: string
  lines?: DestinationStream
}

/**
 * Structured lines on standard output. Tokens, codes, keys and phone numbers are never handed to it; addresses, which
 * libraries put into their errors with the keys in them, are cut to their host in every line.
 */
export function createLogger(level: string, options: LoggerOptions = {}): PinoLogger {
  const { role, lines = pino.destination(1) } = options
  const written = {
    base: { ...(role && { role }), host: hostname(), version: VERSION },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutRow },
    mixin: traceFields,
  }
  return pino({ level, ...written, hooks: { streamWrite: withoutUrlSecrets } }, lines)
}

/**
 * PostgreSQL quotes the whole offending row, with its secrets and personal data, in an error's `detail`; Node quotes an
 * address that it cannot read in `input`.
 */
function withoutRow(error: Error): unknown {
  const { detail: _row, input: _address, ...told } = pino.stdSerializers.err(error) as Record<string, unknown>
  return told
}
