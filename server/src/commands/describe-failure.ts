import { isDatabaseAway } from '../db/client.ts'
import { StartupError } from '../errors/startup-error.ts'
import { messageOf, stackOf } from '../errors/without-url-secrets.ts'

/** The output of a failed start or command: one line for what an operator can fix, a stack for a defect. */
export function describeFailure(error: unknown): string {
  if (error instanceof StartupError || isWrongUse(error)) return messageOf(error)
  if (isDatabaseAway(error)) return `The database does not answer any more (${messageOf(error)}). Is it running?`
  return isRpcError(error) ? `The RPC node failed: ${messageOf(error).split('\n')[0]}` : stackOf(error)
}

/** An option that a command does not have, or one without its value. */
const isWrongUse = (error: unknown): boolean =>
  String((error as { code?: unknown } | undefined)?.code).startsWith('ERR_PARSE_ARGS')

/** viem's errors have a short message, and a long one with all that was asked. */
const isRpcError = (error: unknown): boolean => typeof (error as { shortMessage?: unknown }).shortMessage === 'string'
