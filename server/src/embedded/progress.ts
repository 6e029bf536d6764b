import { logLevelOf } from '../config/config.ts'
import { toldProductionBy } from '../config/production-guard.ts'
import type { Settings } from '../config/settings.ts'
import type { Context } from '../context.ts'
import { urlsFor } from '../http/urls.ts'
import { createLogger } from '../logger.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo/demo-logins.ts'

/** The progress of a start, for a person; in production it is lines of the log, as standard output is for machines there. */
export type Progress = {
  step(text: string): void
  /** Something that is probably not as the operator means it. */
  notice(text: string): void
  ready(ctx: Context, started: { elapsedMs: number; hasDemo: boolean }): void
}

export const createProgress = (settings: Settings): Progress =>
  toldProductionBy(settings) ? logProgress(settings) : printProgress()

function logProgress(settings: Settings): Progress {
  const log = createLogger(logLevelOf(settings), { role: settings.ROLE })
  return {
    step: (text) => log.info(text),
    notice: (text) => log.warn(text),
    ready: ({ config }, { elapsedMs }) => log.info({ ms: elapsedMs }, `${config.brand} is ready`),
  }
}

function printProgress(): Progress {
  const write = (text: string) => void process.stdout.write(`${text}\n`)
  return {
    step: (text) => write(`  ✓ ${text}`),
    notice: (text) => write(`  ! ${text}`),
    ready: (ctx, { elapsedMs, hasDemo }) => {
      const urls = urlsFor(ctx)
      const lines = [
        '',
        `  ${ctx.config.brand} is ready (${(elapsedMs / 1000).toFixed(1)} s)`,
        '',
        `  Marketplace   ${urls.public}`,
        `  Admin area    ${urls.admin}`,
        ...(ctx.config.isDevelopment ? [`  Mail and SMS  ${urls.public}/dev/outbox`] : []),
        ...(hasDemo
          ? [
              '',
              `  Demo logins (password ${DEMO_PASSWORD}; sign-in codes are in the outbox)`,
              ...DEMO_LOGINS.map((login) => `    ${login.role.padEnd(10)}${login.email}`),
            ]
          : []),
        '',
        '  Ctrl-C stops it.',
        '',
      ]
      write(lines.join('\n'))
    },
  }
}
