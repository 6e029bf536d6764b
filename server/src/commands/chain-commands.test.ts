import { collectionAbi } from '@verso/contracts/collection'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect, inject, test } from 'vitest'
import { callNode } from '../../test/chain.ts'
import { createDatabase, dropDatabase } from '../../test/database.ts'
import { runScript } from '../../test/run-script.ts'
import { useTestApp } from '../../test/test-app.ts'
import { isEmptyDatabase } from '../db/migrate.ts'
import { fundSigners } from '../embedded/chain/prepare-chain.ts'

const t = useTestApp()
const LONG_MS = 240_000
const keys = {
  OWNER_KEY: generatePrivateKey(),
  MINTER_KEY: generatePrivateKey(),
  SETTLER_KEY: generatePrivateKey(),
}
const GUARDIAN_KEY = generatePrivateKey()
const [owner, minter, settler, guardian] = [
  privateKeyToAddress(keys.OWNER_KEY),
  privateKeyToAddress(keys.MINTER_KEY),
  privateKeyToAddress(keys.SETTLER_KEY),
  privateKeyToAddress(GUARDIAN_KEY),
]
const polygon = () => t.ctx.chains.POLYGON

const settings = (more: Record<string, string> = {}) => ({ POLYGON_RPC_URL: polygon().rpcUrl, ...keys, ...more })
const deploy = (more?: Record<string, string>, chain = 'POLYGON') =>
  runScript('commands/chain-deploy.ts', ['--chain', chain], settings(more))
const fund = (ownerKey: `0x${string}`) =>
  fundSigners(
    { request: (method, params) => callNode(polygon().rpcUrl, method, params) },
    { ownerKey, minterKey: GUARDIAN_KEY, settlerKey: GUARDIAN_KEY },
  )

async function deployNew(): Promise<`0x${string}`> {
  const { code, output } = await deploy()
  const contract = /POLYGON_CONTRACT=(0x[0-9a-fA-F]{40})/.exec(output)?.[1]
  if (code !== 0 || !contract) throw new Error(output)
  return contract as `0x${string}`
}

const rolesOf = (contract: `0x${string}`, account: `0x${string}`) =>
  polygon().client.readContract({ address: contract, abi: collectionAbi, functionName: 'rolesOf', args: [account] })

test(
  'chain:deploy puts the collection on a chain, goes on where it stopped, and a guardian can stop all minting and settling',
  async () => {
    await fund(keys.OWNER_KEY)
    const contract = await deployNew()
    expect(await rolesOf(contract, minter)).toBe(1n)
    expect(await rolesOf(contract, settler)).toBe(2n)
    const sent = await polygon().client.getTransactionCount({ address: owner })
    expect(sent).toBe(3)
    expect(await deployNew()).toBe(contract)
    expect(await polygon().client.getTransactionCount({ address: owner })).toBe(sent)

    const roles = (args: string[], more: Record<string, string> = {}) =>
      runScript(
        'commands/chain-roles.ts',
        ['--chain', 'POLYGON', ...args],
        settings({ POLYGON_CONTRACT: contract, ...more }),
      )
    const given = await roles(['--grant', 'guardian', '--account', guardian])
    expect(given).toMatchObject({ code: 0, output: expect.stringContaining(`--account ${guardian}: guardian`) })

    const withoutOwner = { OWNER_KEY: '', GUARDIAN_KEY }
    const paused = await roles(['--pause'], withoutOwner)
    expect(paused).toMatchObject({ code: 0, output: expect.stringContaining(`MINTER_KEY ${minter}: no role`) })
    expect(await rolesOf(contract, minter)).toBe(0n)
    expect(await rolesOf(contract, settler)).toBe(0n)
    expect(await roles(['--resume'], withoutOwner)).toMatchObject({ code: 1 })
    expect(await roles(['--resume'])).toMatchObject({ code: 0 })
    expect(await rolesOf(contract, minter)).toBe(1n)
    expect(await rolesOf(contract, settler)).toBe(2n)

    const stranger = await roles(['--revoke', 'minter', '--account', minter], {
      OWNER_KEY: generatePrivateKey(),
    })
    expect(stranger).toMatchObject({ code: 1, output: expect.stringContaining('neither the owner nor a guardian') })
    expect(await roles(['--grant', 'minter'])).toMatchObject({ code: 1, output: expect.stringContaining('--account') })
  },
  LONG_MS,
)

test(
  'chain:deploy runs in production before anything else is set, makes no tables, and refuses a weak key',
  async () => {
    const ownerKey = generatePrivateKey()
    await fund(ownerKey)
    const name = `verso_deploy_${process.pid}`
    const empty = await createDatabase(inject('postgresOwnerUrl'), name)
    const env = { NODE_ENV: 'production', OWNER_KEY: ownerKey, DATABASE_URL: empty }
    expect(await deploy(env)).toMatchObject({ code: 0, output: expect.stringContaining('POLYGON_CONTRACT=0x') })
    expect(await isEmptyDatabase(empty)).toBe(true)
    await dropDatabase(inject('postgresOwnerUrl'), name)
    const weak = await deploy({ ...env, MINTER_KEY: `0x${'0'.repeat(63)}1` })
    expect(weak).toMatchObject({ code: 1, output: expect.stringContaining('MINTER_KEY can be guessed') })
  },
  LONG_MS,
)

test(
  'chain:deploy names the accounts to fund when the owner has nothing',
  async () => {
    const ownerKey = generatePrivateKey()
    const { code, output } = await deploy({ OWNER_KEY: ownerKey })
    expect(code).toBe(1)
    for (const account of [privateKeyToAddress(ownerKey), minter, settler]) expect(output).toContain(account)
    expect(output).toContain('has nothing on chain')
  },
  LONG_MS,
)

test(
  'chain:deploy says what is missing, and deploys nothing beside the contract of a database',
  async () => {
    expect(await deploy({}, 'DOGE')).toMatchObject({ code: 1, output: expect.stringContaining('Which chain?') })
    expect(await deploy({}, 'SOL')).toMatchObject({
      code: 1,
      output: expect.stringContaining('SOL_RPC_URL is missing'),
    })
    expect(await deploy({ OWNER_KEY: '' })).toMatchObject({ code: 1, output: expect.stringContaining('OWNER_KEY') })
    const other = generatePrivateKey()
    await fund(other)
    const recorded = await deploy({ OWNER_KEY: other, DATABASE_URL: t.ownerUrl })
    expect(recorded).toMatchObject({ code: 1, output: expect.stringContaining(polygon().contract) })
    expect(await polygon().client.getTransactionCount({ address: privateKeyToAddress(other) })).toBe(0)
  },
  LONG_MS,
)
