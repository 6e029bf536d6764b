import { parseArgs } from 'node:util'
import type { Context } from '../context.ts'
import { messageOf } from '../errors/without-url-secrets.ts'
import { withinTime } from '../errors/within-time.ts'
import type { DoctorCheck } from './doctor/check.ts'
import { DATABASE_CHECKS, FULL_LEDGER_CHECK, LEDGER_CHECK } from './doctor/database-checks.ts'
import { OUTSIDE_CHECKS } from './doctor/outside-checks.ts'
import { SERVICE_CHECKS } from './doctor/service-checks.ts'
import { runCommand } from './run-command.ts'

/** All are asked at once; one that hangs is reported with the others. */
const ANSWER_MAX_MS = 1_500
const FULL_ANSWER_MAX_MS = 30 * 60_000

/** `npm run doctor`: what works, what does not, and the mend. `-- --full` reads the whole ledger and is patient. */
await runCommand(
  async (ctx, say) => {
    const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
    const ledger = values.full ? FULL_LEDGER_CHECK : LEDGER_CHECK
    const checks = [...DATABASE_CHECKS, ledger, ...SERVICE_CHECKS, ...OUTSIDE_CHECKS]
    const maxMs = values.full ? FULL_ANSWER_MAX_MS : ANSWER_MAX_MS
    const findings = await Promise.all(checks.map((check) => examine(ctx, check, maxMs)))
    for (const { line, isRight } of findings) {
      say(line)
      if (!isRight) process.exitCode = 1
    }
  },
  { startsSandbox: true },
)
// A check that hangs must not hold up the end.
process.exit()

async function examine(
  ctx: Context,
  { name, mend, run }: DoctorCheck,
  maxMs: number,
): Promise<{ line: string; isRight: boolean }> {
  try {
    return { line: `  ✓ ${name.padEnd(14)} ${await withinTime(run(ctx), maxMs)}`, isRight: true }
  } catch (error) {
    return { line: `  ✗ ${name.padEnd(14)} ${messageOf(error)}\n    ${mend}`, isRight: false }
  }
}
