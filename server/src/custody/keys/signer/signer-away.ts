/** The custody was not reached, so nothing is known about the request. */
export class SignerAway extends Error {
  override readonly name = 'SignerAway'
}
