import { type Address, type EncodedAccount, lamports } from '@solana/kit'
import { readCollectionAuthority, readHolding, readNft } from '@verso/solana/read-nft'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { buildCollector, buildToken } from '../../../test/build-token.ts'
import { solanaProblem, useOwnSolana } from '../../../test/own-solana.ts'
import { useTestApp } from '../../../test/test-app.ts'

const abi = parseAbi(['function tokenURI(uint256) view returns (string)', 'function name() view returns (string)'])

describe('asking the contract through the site', () => {
  const t = useTestApp()
  const ask = (data: string, chain = 'POLYGON') => t.call('POST', `/api/chains/${chain}/call/`, { body: { data } })
  const tokenUri = (id: bigint) => encodeFunctionData({ abi, functionName: 'tokenURI', args: [id] })

  it('answers what the contract says of a token, and null where it refuses', async () => {
    const nft = await buildToken(t, { creator: await buildCollector(t) })
    const { status, body } = await ask(tokenUri(BigInt(nft.token_id ?? 0)))
    expect(status).toBe(200)
    expect(Buffer.from(body.data.result.slice(2), 'hex').toString()).toContain('ipfs://bafkrei')
    expect((await ask(tokenUri(1n))).body).toEqual({ data: { result: null } })
  })

  it('says so by its code when the chain does not answer', async () => {
    const call = vi.spyOn(t.ctx.chains.POLYGON.client, 'call').mockRejectedValueOnce(new Error('connect ECONNREFUSED'))
    expect(await ask(tokenUri(1n))).toMatchObject({ status: 503, body: { code: 'chain_unavailable' } })
    call.mockRestore()
  })

  it('asks nothing else, of no other contract and no other chain', async () => {
    for (const data of ['', '0x', encodeFunctionData({ abi, functionName: 'name' }), `${tokenUri(1n)}00`])
      expect((await ask(data)).status).toBe(400)
    expect((await ask(tokenUri(1n), 'SOL')).status).toBe(400)
  })
})

describe.skipIf(solanaProblem)('asking Solana through the site', () => {
  const t = useTestApp()
  useOwnSolana(t)
  const ask = (tokenId: string) => t.call('GET', `/api/chains/SOL/tokens/${tokenId}/`)

  it('tells the accounts of a token of ours, as the node has them', async () => {
    const nft = await buildToken(t, { creator: await buildCollector(t, { chain: 'SOL' }), chain: 'SOL' })
    const { status, body } = await ask(nft.token_id ?? '')
    expect(status).toBe(200)
    const [mint, holder, collection] = [body.data.mint, body.data.holder, body.data.collection].map(decode)
    const contract = t.ctx.chains.SOL?.contract
    expect(mint && readNft(mint)).toMatchObject({
      uri: `ipfs://${nft.metadata_cid}`,
      isSealed: true,
      collection: contract,
    })
    expect(holder && readHolding(holder)).toMatchObject({ mint: nft.token_id, owner: nft.owner_address, amount: 1n })
    expect(collection && readCollectionAuthority(collection)).toBe(t.ctx.chains.SOL?.authority)
    const shown = await t.call('GET', `/api/nfts/${nft.id}/`)
    expect(shown.body.data.token).toEqual({
      contract,
      token_id: nft.token_id,
      standard: 'Token-2022',
      explorer_url: null,
      owner_address: nft.owner_address,
    })
  })

  it('tells no other account', async () => {
    expect((await ask(t.ctx.chains.SOL?.contract ?? '')).status).toBe(404)
    expect((await ask('0xabc')).status).toBe(400)
  })

  it('says so by its code when the chain does not answer', async () => {
    const nft = await buildToken(t, { creator: await buildCollector(t, { chain: 'SOL' }), chain: 'SOL' })
    const { SOL } = t.ctx.chains
    const rpc = { getMultipleAccounts: () => ({ send: () => Promise.reject(new Error('connect ECONNREFUSED')) }) }
    t.ctx.chains.SOL = { ...SOL, rpc } as unknown as NonNullable<typeof SOL>
    expect(await ask(nft.token_id ?? '')).toMatchObject({ status: 503, body: { code: 'chain_unavailable' } })
    if (SOL) t.ctx.chains.SOL = SOL
  })
})

/** As a browser does. */
function decode(account: { address: Address; program: Address; data: string }): EncodedAccount {
  const data = Buffer.from(account.data, 'base64')
  const { address, program } = account
  return {
    address,
    data,
    executable: false,
    lamports: lamports(0n),
    programAddress: program,
    space: BigInt(data.length),
  }
}
