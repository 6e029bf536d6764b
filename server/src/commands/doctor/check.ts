import type { Context } from '../../context.ts'

export type DoctorCheck = {
  name: string
  /** What to do when it fails. */
  mend: string
  /** A line for the operator. @throws Error that says what is wrong */
  run(ctx: Context): Promise<string>
}
