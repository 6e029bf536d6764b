/** The custody was there and could not sign: not the way to it is at fault but something that it was asked for. */
export class FailedSigning extends Error {
  override readonly name = 'FailedSigning'
}
