import type { Context } from '../context.ts'
import { urlsFor } from '../http/urls.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo/demo-logins.ts'

/** What a person reads while the product starts; logs are for machines and go their own way. */
export type Progress = {
  step(text: string): void
  /** Something that is probably not as the operator means it. */
  notice(text: string): void
  ready(ctx: Context, started: { elapsedMs: number; hasDemo: boolean }): void
}

export function createProgress(): Progress {
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
