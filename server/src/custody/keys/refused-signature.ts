/** The custody does not sign this: the database says something else than what was asked. */
export class RefusedSignature extends Error {
  override readonly name = 'RefusedSignature'
}
