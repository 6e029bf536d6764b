import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Structured lines on standard output. Tokens, codes, keys and phone numbers are never handed to it. */
export function createLogger(level: string, lines: DestinationStream = pino.destination(1)): PinoLogger {
  const serializers = { err: withoutRow }
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers }, lines)
}

/** PostgreSQL quotes the whole offending row, with its secrets and personal data, in an error's `detail`. */
function withoutRow(error: Error): unknown {
  const { detail: _row, ...told } = pino.stdSerializers.err(error) as Record<string, unknown>
  return told
}
