import { BaseError, HttpRequestError, TimeoutError } from 'viem'

/** True when the node did not answer; what it does answer, also an error, is about the question. */
export const isNodeAway = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
