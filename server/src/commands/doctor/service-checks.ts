import { EVM_CHAINS, type EvmChain } from '@verso/protocol/chains'
import { isLoopbackHost } from '../../config/hosts.ts'
import type { Context } from '../../context.ts'
import { readRoles } from '../../custody/evm/change-roles.ts'
import { probeSigner } from '../../health/find-problems.ts'
import { assertStorageFolder } from '../../media/storage/claim-storage-folder.ts'
import { readSpace } from '../../media/storage/disk-space.ts'
import type { DoctorCheck } from './check.ts'
import { describeFunds } from './describe-funds.ts'
import { describeSolana } from './describe-solana.ts'

export const SERVICE_CHECKS: DoctorCheck[] = [
  ...EVM_CHAINS.map((chain) => ({
    name: `chain ${chain}`,
    mend: `Check ${chain}_RPC_URL and ${chain}_CONTRACT, the funds of the minter and the settler, and their roles (npm run chain:roles).`,
    run: (ctx: Context) => describeChain(ctx, chain),
  })),
  {
    name: 'chain SOL',
    mend: 'Check SOL_RPC_URL, and that the two accounts that `npm run chain:deploy -- --chain SOL` names have as much SOL as they want.',
    run: describeSolana,
  },
  {
    name: 'signer',
    mend: 'Start the signer (ROLE=signer), and check SIGNER_URL, SIGNER_SECRET and what stands between.',
    run: async (ctx) => {
      if (!ctx.config.signer) return 'none: keys are opened here'
      await probeSigner(ctx)
      return 'answers'
    },
  },
  {
    name: 'disk',
    mend: 'Make room on the disk of DATA_DIR: below DISK_MIN_FREE_MB uploads and new payments stop.',
    run: async (ctx) => {
      const { freeBytes, isLow } = await readSpace(ctx)
      const free = `${Math.floor(freeBytes / 1024 ** 2)} MB free`
      if (isLow) throw new Error(free)
      return free
    },
  },
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
    run: async ({ pinner }) => pinner.check().then(() => pinner.name),
  },
  {
    name: 'payments',
    mend: 'Check PAYMENT_PROVIDER and its STRIPE_* or WERT_* settings; of the sandbox PAY_PORT.',
    run: async ({ payments }) => payments.check().then(() => payments.name),
  },
  {
    name: 'mail',
    mend: 'Check SMTP_URL and MAIL_FROM.',
    run: describeMail,
  },
  {
    name: 'sms',
    mend: 'Check the TWILIO_* settings.',
    run: async ({ smsSender }) => smsSender.check().then(() => smsSender.name),
  },
]

/** Mail servers refuse a sender of no domain, or of a machine's own name, and each mail with it. */
async function describeMail({ mailer, config }: Context): Promise<string> {
  await mailer.check()
  const { from } = config.mail
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1]
  const isOwnName = domain === undefined || isLoopbackHost(domain)
  if (config.isProduction && mailer.name === 'smtp' && isOwnName)
    throw new Error(`MAIL_FROM is ${from}: other mail servers refuse it`)
  return mailer.name
}

async function describeChain(ctx: Context, chain: EvmChain): Promise<string> {
  const { client, chainId, contract, minter, settler } = ctx.chains[chain]
  const collection = { client, chainId, contract }
  const [nodeChainId, block, code, minterRoles, settlerRoles] = await Promise.all([
    client.getChainId(),
    client.getBlockNumber({ cacheTime: 0 }),
    client.getCode({ address: contract }),
    readRoles(collection, minter.address),
    readRoles(collection, settler.address),
  ])
  if (nodeChainId !== chainId) throw new Error(`the node is of chain ${nodeChainId}, the database of ${chainId}`)
  if (!code) throw new Error(`there is no contract at ${contract}`)
  if (!minterRoles.includes('minter')) throw new Error(`${minter.address} (MINTER_KEY) may not mint`)
  if (!settlerRoles.includes('settler')) throw new Error(`${settler.address} (SETTLER_KEY) may not settle`)
  return `chain id ${chainId}, block ${block}, ${await describeFunds(ctx, chain)}`
}
