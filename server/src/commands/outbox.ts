import { parseArgs } from 'node:util'
import { presentOutboxMessage } from '../messages/outbox/present-outbox-message.ts'
import { listMessages } from '../messages/queries.ts'
import { StartupError } from '../errors/startup-error.ts'
import { runCommand } from './run-command.ts'

const LIMIT = 20

/**
 * `npm run outbox`: the newest mails and SMS with their codes and links, on the machine alone, for a staging server whose
 * outbox drivers send nothing. With real drivers nothing is shown: codes belong to those they were sent to.
 */
await runCommand(async (ctx, say) => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, limit: { type: 'string', default: `${LIMIT}` } } })
  const limit = Number(values.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000)
    throw new StartupError('npm run outbox -- --to ann@example.com --limit 20 (1 to 1000)')
  const channels = [
    ...(ctx.mailer.name === 'outbox' ? ['email' as const] : []),
    ...(ctx.smsSender.name === 'outbox' ? ['sms' as const] : []),
  ]
  if (channels.length === 0) throw new StartupError('MAIL_DRIVER and SMS_DRIVER send for real: there is no outbox.')
  const rows = await listMessages(ctx.db, { to: values.to, limit, channels })
  const shown = rows.map(presentOutboxMessage)
  if (shown.length === 0) say('Nothing was sent yet.')
  for (const { created_at, channel, to, subject, text, code, link } of shown.reverse()) {
    const what = code ? `code ${code}` : (link ?? text.trim())
    say(`${created_at}  ${channel.padEnd(5)}  ${to}  ${subject ?? ''}\n    ${what}`)
  }
})
