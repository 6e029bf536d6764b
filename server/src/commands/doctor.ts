import { LIVE_CHAINS } from '@verso/protocol/chains'
import { formatEther } from 'viem'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { checkLedger } from '../ledger/check-ledger.ts'
import { assertStorageFolder } from '../media/storage/claim-storage-folder.ts'
import { assertRights } from '../db/grants.ts'
import { runCommand } from './run-command.ts'
import { withinTime } from '../errors/within-time.ts'
import { messageOf } from '../errors/without-url-secrets.ts'

type Check = { name: string; mend: string; run(ctx: Context): Promise<string> }

/** A check that hangs is reported, and the others run. Checking a large ledger takes long. */
const ANSWER_MAX_MS = 60_000
const NODE_ANSWER_MAX_MS = 8_000

const CHECKS: Check[] = [
  {
    name: 'database',
    mend: 'Check DATABASE_URL, and that PostgreSQL is 15 or newer.',
    run: async (ctx) => {
      const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(
        ctx.db,
      )
      return `PostgreSQL ${rows[0]?.version}`
    },
  },
  {
    name: 'rights',
    mend: 'Run `npm run db:migrate` with the right MIGRATION_DATABASE_URL: it gives the roles their rights.',
    run: async (ctx) => {
      await assertRights(ctx.db, ctx.config)
      return 'the application may do what it needs, and cannot change the ledger'
    },
  },
  {
    name: 'ledger',
    mend: 'Stop buying (Dashboard → Settings) and look at the accounts that are named here.',
    run: async (ctx) => {
      const problems = await checkLedger(ctx.db)
      if (problems.length > 0)
        throw new Error(problems.map((problem) => `${problem.check}: ${problem.ids.join(', ')}`).join('; '))
      return 'every transfer sums to zero, every balance is the sum of its entries'
    },
  },
  ...LIVE_CHAINS.map(
    (chain): Check => ({
      name: `chain ${chain}`,
      mend: `Check ${chain}_RPC_URL and ${chain}_CONTRACT, and that the minter and settler have funds.`,
      run: async (ctx) => {
        const { client, contract, minter, settler } = ctx.chains[chain]
        const answers = Promise.all([
          client.getBlockNumber({ cacheTime: 0 }),
          client.getCode({ address: contract }),
          client.getBalance({ address: minter.address }),
          client.getBalance({ address: settler.address }),
        ])
        const [block, code, ...balances] = await withinTime(answers, NODE_ANSWER_MAX_MS)
        if (!code) throw new Error(`there is no contract at ${contract}`)
        if (balances.some((balance) => balance === 0n)) throw new Error('an operator account is empty')
        return `block ${block}, minter ${formatEther(balances[0] as bigint)}, settler ${formatEther(balances[1] as bigint)}`
      },
    }),
  ),
  {
    name: 'storage',
    mend: 'Check DATA_DIR or the S3_* settings.',
    run: async (ctx) => {
      await ctx.storage.check()
      await assertStorageFolder(ctx)
      return ctx.storage.name
    },
  },
  {
    name: 'ipfs',
    mend: 'Check IPFS_DRIVER and the IPFS_* settings.',
    run: async (ctx) => ctx.pinner.check().then(() => ctx.pinner.name),
  },
  {
    name: 'payments',
    mend: 'Check PAYMENT_PROVIDER and its STRIPE_* or WERT_* settings; of the sandbox PAY_PORT.',
    run: async (ctx) => ctx.payments.check().then(() => ctx.payments.name),
  },
  {
    name: 'mail',
    mend: 'Check SMTP_URL and MAIL_FROM.',
    run: async (ctx) => ctx.mailer.check().then(() => ctx.mailer.name),
  },
  {
    name: 'sms',
    mend: 'Check the TWILIO_* settings.',
    run: async (ctx) => ctx.smsSender.check().then(() => ctx.smsSender.name),
  },
]

/** `npm run doctor`: what works, what does not, and the mend. */
await runCommand(
  async (ctx, say) => {
    for (const check of CHECKS) {
      try {
        say(`  ✓ ${check.name.padEnd(14)} ${await withinTime(check.run(ctx), ANSWER_MAX_MS)}`)
      } catch (error) {
        process.exitCode = 1
        say(`  ✗ ${check.name.padEnd(14)} ${messageOf(error)}\n    ${check.mend}`)
      }
    }
  },
  { startsSandbox: true },
)
