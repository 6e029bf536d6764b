import type { Context } from '../../context.ts'

export type DoctorCheck = {
  name: string
  /** The operator's remedy when it fails. */
  mend: string
  /** A line for the operator. @throws Error that says what is wrong */
  run(ctx: Context): Promise<string>
}
