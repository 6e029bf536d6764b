/** The custody was reached and could not sign: the fault is in the request, not in the connection. */
export class FailedSigning extends Error {
  override readonly name = 'FailedSigning'
}
