/** The custody refuses to sign: the request does not match the database. */
export class RefusedSignature extends Error {
  override readonly name = 'RefusedSignature'
}
