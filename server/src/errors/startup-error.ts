/** The product cannot start: `message` says what is wrong and the mend, in words for the operator. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
