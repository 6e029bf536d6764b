import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVM_CHAINS } from '@verso/protocol/chains'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/clock.ts'
import type { CustodyContext } from '../../src/custody/outcomes.ts'
import { inTransaction } from '../../src/db/client.ts'
import { createSmtpMailer } from '../../src/gateways/mail/smtp-mailer.ts'
import { enqueueEmail } from '../../src/messages/enqueue-message.ts'
import { startWorker } from '../../src/worker.ts'
import { startProduct } from '../product.ts'
import { useTestApp } from '../test-app.ts'

const t = useTestApp()
const LONG_MS = 180_000
const PATIENT = { timeout: 60_000 }
const NO_WATCH = { expects: () => undefined, succeeded: () => undefined }

/** A mail server that never answers the first mail it is handed, so that this one stays in its worker's hands. */
async function startMailServer() {
  const got: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      stream.setEncoding('utf8').on('data', (text: string) => {
        const [, id] = /^message-id: (.+)$/im.exec(text) ?? []
        if (id) got.push(id.trim())
      })
      stream.on('end', () => got.length > 1 && done())
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { got, smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

/** A worker in a process of its own, on the database and the chains of this file. */
async function startOtherWorker(smtpUrl: string) {
  const { database, chains, walletKek, secretKeys } = t.ctx.config
  const dataDir = await mkdtemp(join(tmpdir(), 'verso-worker-'))
  const worker = await startProduct({
    ROLE: 'worker',
    DEMO_CONTENT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    MIGRATION_DATABASE_URL: t.ownerUrl,
    SECRET_KEY: secretKeys.join(','),
    WALLET_KEK: walletKek,
    MINTER_KEY: t.keys.minterKey,
    SETTLER_KEY: t.keys.settlerKey,
    MAIL_DRIVER: 'smtp',
    SMTP_URL: smtpUrl,
    ...Object.fromEntries(EVM_CHAINS.map((chain) => [`${chain}_RPC_URL`, chains[chain].rpcUrl])),
    ...Object.fromEntries(EVM_CHAINS.map((chain) => [`${chain}_CONTRACT`, t.ctx.chains[chain].contract])),
  })
  onTestFinished(async () => {
    await worker.remove()
    await rm(dataDir, { recursive: true, force: true })
  })
  return worker
}

test(
  'the mail in the hands of a leader that is killed is sent once more by the next one, under the same id',
  async () => {
    const { got, smtpUrl } = await startMailServer()
    const mailer = createSmtpMailer({ smtpUrl, from: 'Verso <no-reply@localhost>' })
    const ctx: CustodyContext = { ...t.ctx, clock: systemClock, mailer }
    const other = await startOtherWorker(smtpUrl)
    const mail = { subject: 'A code', text: '123456', html: '<p>123456</p>' }
    const id = await inTransaction(ctx.db, (tx) => enqueueEmail(ctx, tx, { to: 'ann@example.test', mail }))
    await expect.poll(() => got.length, PATIENT).toBe(1)
    const own = await startWorker(ctx, NO_WATCH)
    onTestFinished(() => own.stop())
    await other.kill()
    const killedMs = performance.now()
    const statusOf = () => ctx.db.selectFrom('messages').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    await expect.poll(statusOf, PATIENT).toEqual({ status: 'SENT' })
    // Fifteen seconds (docs/decisions/0270), on a machine as slow as any; `promised-seconds.test.ts` has what they are made of.
    expect(performance.now() - killedMs).toBeLessThan(4 * 15_000)
    expect(got).toEqual([got[0], got[0]])
  },
  LONG_MS,
)
