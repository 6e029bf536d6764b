import { BaseError, HttpRequestError, TimeoutError } from 'viem'

/** True when the node did not answer; an answer, also an error, is about the request. */
export const isNodeAway = (error: unknown): boolean =>
  error instanceof BaseError &&
  error.walk((cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError) !== null
