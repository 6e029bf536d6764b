import { addressOf } from '@verso/protocol/pages/pages'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { type Address, createPublicClient, createWalletClient, type Hex, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { openProduct } from '../../server/test/open-product.ts'
import { enterCode } from './sign-in-steps.ts'
import { readOutbox } from '../outbox.ts'

const ABI = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function safeTransferFrom(address, address, uint256)',
])
const WRONG_CHECKSUM = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

export type Token = { rpcUrl: string; contract: Address; id: bigint }

/** The token of an NFT, by the product's public answers. */
export async function findToken(productUrl: string, nftId: string): Promise<Token> {
  const read = async (path: string) => ((await (await fetch(productUrl + path)).json()) as { data: any }).data
  const [{ token, chain }, settings] = [await read(`/api/nfts/${nftId}/`), await read('/api/settings/')]
  const rpcUrl = settings.chains.find((entry: { id: string }) => entry.id === chain).rpc_url
  return { rpcUrl, contract: token.contract, id: BigInt(token.token_id) }
}

export const ownerOf = ({ rpcUrl, contract, id }: Token): Promise<Address> =>
  createPublicClient({ transport: http(rpcUrl), ccipRead: false }).readContract({
    address: contract,
    abi: ABI,
    functionName: 'ownerOf',
    args: [id],
  })

const CAST = join(dirname(createRequire(import.meta.url).resolve('@foundry-rs/cast/package.json')), 'bin.mjs')

/** The same, asked with a program that is not ours. */
export async function ownerOfByCast({ rpcUrl, contract, id }: Token): Promise<string> {
  const call = ['call', contract, 'ownerOf(uint256)(address)', String(id), '--rpc-url', rpcUrl]
  return (await promisify(execFile)(process.execPath, [CAST, ...call])).stdout.trim()
}

/** As if the member had signed in an hour ago: what needs a second factor asks for it again. */
export async function ageSecondFactor(dataDir: string, email: string): Promise<void> {
  const ctx = await openProduct(dataDir)
  try {
    const { id } = await ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const anHourAgo = new Date(ctx.clock.now().getTime() - 3_600_000)
    await ctx.db.updateTable('sessions').set({ second_factor_at: anHourAgo }).where('user_id', '=', id).execute()
  } finally {
    await ctx.close()
  }
}

/** The question whether it is you, answered with the code of an SMS. */
export async function confirmItIsMe(page: Page, input: { productUrl: string; phone: string; sentSince: string }) {
  const dialog = page.getByRole('dialog', { name: 'Please confirm it is you.' })
  await dialog.getByLabel('6-digit code').waitFor()
  await enterCode(page, await readOutbox(input.productUrl, input.phone, 'code', input.sentSince))
  await dialog.waitFor({ state: 'detached' })
}

/** Opens the form from the NFT's menu and shows what it refuses; leaves it open. */
export async function openWithdrawForm(page: Page, own: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw this NFT' })
  const submit = dialog.getByRole('button', { name: 'Withdraw', exact: true })
  await submit.click()
  await dialog.getByText('Please check the address first').waitFor()
  await dialog.getByRole('checkbox').check()
  const refused = [
    ['0x12', 'Invalid address'],
    [`0x${'0'.repeat(40)}`, 'Nobody has this address: what is sent there is lost'],
    [own, 'This is your wallet here: the NFT is at this address already'],
    [WRONG_CHECKSUM, 'The checksum of this address is wrong: please check it for typing errors'],
  ] as const
  for (const [address, message] of refused) {
    await dialog.getByLabel('Address on Polygon').fill(address)
    await submit.click()
    await dialog.getByText(message).waitFor()
  }
}

export async function withdrawTo(page: Page, address: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Withdraw this NFT' })
  await dialog.getByLabel('Address on Polygon').fill(address)
  await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
}

/** The NFT is no longer among those the creator owns, but stays on the creator's page; ends on the NFT's page. */
export async function expectHeldOutside(page: Page, productUrl: string, nftId: string): Promise<void> {
  const nftPage = page.url()
  const { data } = (await (await fetch(`${productUrl}/api/nfts/${nftId}/`)).json()) as { data: any }
  await page.goto(productUrl + addressOf('user', { userId: data.created_by }))
  for (const tab of ['Created', 'Withdrawn']) {
    await page.getByRole('navigation', { name: 'Works' }).getByRole('link', { name: tab }).click()
    await page.getByRole('list', { name: tab }).getByRole('link', { name: data.name, exact: true }).waitFor()
  }
  await page.goto(nftPage)
}

/** The outside wallet sends the token on; the embedded chain gives it the fee. */
export async function sendFromOutside(token: Token, { key, to }: { key: Hex; to: Address }): Promise<void> {
  const account = privateKeyToAccount(key)
  const transport = http(token.rpcUrl)
  const client = createPublicClient({ transport, ccipRead: false })
  await client.request({ method: 'anvil_setBalance' as never, params: [account.address, '0xde0b6b3a7640000'] as never })
  const hash = await createWalletClient({ account, transport }).writeContract({
    chain: null,
    address: token.contract,
    abi: ABI,
    functionName: 'safeTransferFrom',
    args: [account.address, to, token.id],
  })
  await client.waitForTransactionReceipt({ hash })
}
