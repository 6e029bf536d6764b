import { createHash } from 'node:crypto'
import {
  type Address,
  createKeyPairSignerFromPrivateKeyBytes,
  type EncodedAccount,
  getTransactionDecoder,
  type Instruction,
  type KeyPairSigner,
  lamports,
} from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { createCollection } from '../src/create-collection.ts'
import { createNonceAccount, type DurableNonce, findNonceAddress, readNonce } from '../src/nonce-account.ts'
import { signTransaction, type SignedTransaction, type Unsigned } from '../src/sign-transaction.ts'

const litesvm = await import('litesvm').catch((error: Error) => {
  // On a platform that is known to have it, its absence is no reason to skip the tests.
  if (process.platform === 'linux' && process.arch === 'x64') throw error
  return undefined
})

/** Why tests on the virtual machine are skipped here, if they are. */
export const vmProblem = litesvm ? undefined : `litesvm has no native part for ${process.platform} ${process.arch}`

if (vmProblem) process.stderr.write(`${vmProblem}: the tests that need it are skipped\n`)

const FUNDS = lamports(1_000_000_000_000n)

export const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** The same key for the same name, so that addresses, and with them compute units, are the same in every run. */
export const signerOf = (name: string): Promise<KeyPairSigner> => createKeyPairSignerFromPrivateKeyBytes(sha256(name))

export type Sent = SignedTransaction & { error: string | undefined; units: number; logs: string[]; lamports: bigint }

export type TestVm = {
  vm: LiteSVM
  payer: KeyPairSigner
  authority: KeyPairSigner
  rentOf(bytes: number): bigint
  getAccount(address: Address): EncodedAccount
  nonce(): DurableNonce
  sign(instructions: Instruction[], how?: Partial<Unsigned>): Promise<SignedTransaction>
  sendSigned(transaction: SignedTransaction): Sent
  send(instructions: Instruction[], how?: Partial<Unsigned>): Promise<Sent>
}

/** A virtual machine with a funded payer, a collection and one nonce account. */
export async function startVm(): Promise<TestVm> {
  if (!litesvm) throw new Error(vmProblem)
  const { FailedTransactionMetadata, LiteSVM } = litesvm
  const vm = new LiteSVM()
  const [payer, authority] = await Promise.all([signerOf('payer'), signerOf('authority')])
  vm.airdrop(payer.address, FUNDS)
  const rentOf = (bytes: number) => vm.minimumBalanceForRentExemption(BigInt(bytes))
  const getAccount = (address: Address) => {
    const account = vm.getAccount(address)
    if (!account.exists) throw new Error(`there is no account ${address}`)
    return account
  }
  const nonceAddress = await findNonceAddress(payer.address, 0)
  const nonce = () => {
    const read = readNonce(getAccount(nonceAddress))
    if (!read) throw new Error('this is no nonce account')
    return { address: nonceAddress, value: read.value, authority: payer }
  }
  const recent = () => ({ blockhash: vm.latestBlockhash(), lastValidBlockHeight: 150n })
  const sign: TestVm['sign'] = (instructions, how) =>
    signTransaction({ payer, instructions, ...how, lifetime: how?.lifetime ?? { nonce: nonce() } })
  const sendSigned: TestVm['sendSigned'] = (transaction) => {
    const before = vm.getBalance(payer.address) ?? 0n
    const result = vm.sendTransaction(getTransactionDecoder().decode(transaction.raw))
    const isFailed = result instanceof FailedTransactionMetadata
    const meta = isFailed ? result.meta() : result
    vm.expireBlockhash()
    return {
      ...transaction,
      error: isFailed ? result.toString() : undefined,
      units: Number(meta.computeUnitsConsumed()),
      logs: meta.logs(),
      lamports: before - (vm.getBalance(payer.address) ?? 0n),
    }
  }
  const send: TestVm['send'] = async (instructions, how) => sendSigned(await sign(instructions, how))
  for (const instructions of [
    await createCollection({ payer, authority, name: 'Verso', uri: 'https://verso.example/collection.json', rentOf }),
    await createNonceAccount({ payer, number: 0, rentOf }),
  ]) {
    const { error } = await send(instructions, { lifetime: recent() })
    if (error) throw new Error(error)
  }
  return { vm, payer, authority, rentOf, getAccount, nonce, sign, sendSigned, send }
}
