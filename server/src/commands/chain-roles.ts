import { parseArgs } from 'node:util'
import { isEvmChain, EVM_CHAINS } from '@verso/protocol/chains'
import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { z } from 'zod'
import {
  changeRole,
  type Collection,
  readContractOwner,
  readRoles,
  type RoleChange,
} from '../custody/evm/change-roles.ts'
import { createChainClient } from '../gateways/chain/chain-client.ts'
import { readSettings } from '../config/read-settings.ts'
import type { Settings } from '../config/settings.ts'
import { describeFailure } from './describe-failure.ts'
import { StartupError } from '../errors/startup-error.ts'

const HELP = `npm run chain:roles -- --chain ${EVM_CHAINS.join('|')}
  (nothing else)                              shows who has which role
  --grant minter|settler|guardian --account 0x…   gives it; needs OWNER_KEY
  --revoke minter|settler|guardian --account 0x…  takes it; GUARDIAN_KEY, else OWNER_KEY
  --pause                                     takes the roles of the minter and the settler in use
  --resume                                    gives them back; needs OWNER_KEY`
const roleName = z.enum(['minter', 'settler', 'guardian']).optional()
type Arguments = ReturnType<typeof readArguments>

/** `npm run chain:roles`: who may mint and settle, and the stop button (pausing is taking these roles away). */
async function roles(): Promise<void> {
  const given = readArguments()
  const settings = readSettings(undefined, { purpose: 'chain' })
  const collection = await openCollection(settings, given.chain)
  for (const change of listChanges(settings, given)) {
    const isChanged = await changeRole(collection, chooseKey(settings, change), change)
    const verb = change.isGiven ? 'given to' : 'taken from'
    say(isChanged ? `${change.role} ${verb} ${change.account}` : `${change.account}: nothing to change`)
  }
  await show(settings, collection, given)
}

function readArguments() {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = { chain: text, grant: text, revoke: text, account: text, pause: flag, resume: flag }
  const { values } = parseArgs({ options })
  const { chain = '', account, pause, resume } = values
  const [grant, revoke] = [roleName.safeParse(values.grant), roleName.safeParse(values.revoke)]
  if (!isEvmChain(chain) || !grant.success || !revoke.success) throw new StartupError(HELP)
  const actions = [grant.data, revoke.data, pause, resume].filter(Boolean).length
  if (actions > 1 || ((grant.data || revoke.data) && !account)) throw new StartupError(HELP)
  if (account !== undefined && !isAddress(account))
    throw new StartupError(`${account} is no address, or has a typing error.`)
  return { chain, account: account && getAddress(account), grant: grant.data, revoke: revoke.data, pause, resume }
}

async function openCollection(settings: Settings, chain: (typeof EVM_CHAINS)[number]): Promise<Collection> {
  const [rpcUrl, contract] = [settings[`${chain}_RPC_URL`], settings[`${chain}_CONTRACT`]]
  if (!rpcUrl || !contract) throw new StartupError(`${chain}_RPC_URL and ${chain}_CONTRACT are needed.`)
  const client = createChainClient(rpcUrl)
  return { client, chainId: await client.getChainId(), contract: getAddress(contract) }
}

function listChanges(settings: Settings, { grant, revoke, account, pause, resume }: Arguments): RoleChange[] {
  const role = grant ?? revoke
  if (role && account) return [{ account, role, isGiven: grant !== undefined }]
  if (!pause && !resume) return []
  const { minter, settler } = signersOf(settings)
  if (!minter || !settler) throw new StartupError('MINTER_KEY and SETTLER_KEY are needed to know whom it is about.')
  return [
    { account: minter, role: 'minter', isGiven: resume },
    { account: settler, role: 'settler', isGiven: resume },
  ]
}

function chooseKey({ OWNER_KEY, GUARDIAN_KEY }: Settings, { isGiven }: RoleChange): Hex {
  const key = isGiven ? OWNER_KEY : (GUARDIAN_KEY ?? OWNER_KEY)
  if (!key) throw new StartupError(isGiven ? 'OWNER_KEY is needed.' : 'GUARDIAN_KEY or OWNER_KEY is needed.')
  return key as Hex
}

function signersOf({ MINTER_KEY, SETTLER_KEY }: Settings): { minter?: Address; settler?: Address } {
  return {
    ...(MINTER_KEY && { minter: privateKeyToAddress(MINTER_KEY as Hex) }),
    ...(SETTLER_KEY && { settler: privateKeyToAddress(SETTLER_KEY as Hex) }),
  }
}

async function show(settings: Settings, collection: Collection, { account }: Arguments): Promise<void> {
  say(`owner ${await readContractOwner(collection)}`)
  const { minter, settler } = signersOf(settings)
  const accounts = { MINTER_KEY: minter, SETTLER_KEY: settler, '--account': account }
  for (const [name, address] of Object.entries(accounts)) {
    if (!address) continue
    const names = await readRoles(collection, address)
    say(`${name} ${address}: ${names.join(', ') || 'no role'}`)
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

roles().catch((error: unknown) => {
  process.stderr.write(`\n${describeFailure(error)}\n`)
  process.exitCode = 1
})
