import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { buildCollector, buildToken } from '../../../test/build-token.ts'
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
