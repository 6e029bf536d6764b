import { type Logger as PinoLogger, pino } from 'pino'

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'>

/** Structured lines on standard output. Tokens, codes, keys and phone numbers are never handed to it. */
export function createLogger(level: string): PinoLogger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
}
