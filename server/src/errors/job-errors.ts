/** The job can never succeed: it is logged and not tried again. Everything else that is thrown is tried again. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError'
}
