/** The custody could not be asked: that says nothing about what it would have been asked for. */
export class SignerAway extends Error {
  override readonly name = 'SignerAway'
}
