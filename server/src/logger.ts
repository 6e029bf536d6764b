import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'
import { withoutUrlSecrets } from './errors/without-url-secrets.ts'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/**
 * Structured lines on standard output. Tokens, codes, keys and phone numbers are never handed to it; addresses, which
 * libraries put into their errors with the keys in them, are cut to their host in every line.
 */
export function createLogger(level: string, lines: DestinationStream = pino.destination(1)): PinoLogger {
  const options = { base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutRow } }
  return pino({ level, ...options, hooks: { streamWrite: withoutUrlSecrets } }, lines)
}

/**
 * PostgreSQL quotes the whole offending row, with its secrets and personal data, in an error's `detail`; Node quotes an
 * address that it cannot read in `input`.
 */
function withoutRow(error: Error): unknown {
  const { detail: _row, input: _address, ...told } = pino.stdSerializers.err(error) as Record<string, unknown>
  return told
}
