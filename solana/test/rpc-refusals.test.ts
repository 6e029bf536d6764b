import { getTransferSolInstruction } from '@solana-program/system'
import { address } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { deploy, send, signRecent, startNode } from './node.ts'
import { signerOf, vmProblem } from './vm.ts'

const BASE64 = { encoding: 'base64' } as const

describe.skipIf(vmProblem)('the node', () => {
  test('refuses what it does not understand, in the words of a node', async () => {
    const node = await startNode()
    const post = async (body: string, type = 'application/json') => {
      const response = await fetch(node.url, { method: 'POST', headers: { 'content-type': type }, body })
      return response.ok ? response.json() : response.status
    }
    const call = async (method: string, ...params: unknown[]) => {
      const { error } = (await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))) as any
      return error?.code
    }
    const { address: wallet } = await signerOf('wallet')
    expect(await post('{"half":')).toMatchObject({ error: { code: -32_700 } })
    expect(await post('{}')).toMatchObject({ error: { code: -32_600 } })
    expect(await post('[{"method":"getHealth"},{"method":"getWealth"}]')).toMatchObject([
      { result: 'ok' },
      { error: { code: -32_601 } },
    ])
    expect(await post('{}', 'text/plain')).toBe(415)
    expect(await post('x'.repeat(1_000_001))).toBe(413)
    expect((await fetch(node.url)).status).toBe(405)
    expect(await (await fetch(`${node.url}/health`)).text()).toBe('ok')
    expect(await call('toString')).toBe(-32_601)
    expect(await call('getAccountInfo', 'no address', BASE64)).toBe(-32_602)
    expect(await call('getAccountInfo', wallet, { encoding: 'jsonParsed' })).toBe(-32_602)
    expect(await call('getSlot', { commitment: 'certain' })).toBe(-32_602)
    expect(await call('getSlot', { minContextSlot: 10_000 })).toBe(-32_016)
    expect(await call('getTransaction', '1'.repeat(64), { commitment: 'processed' })).toBe(-32_602)
    expect(await call('getMultipleAccounts', Array(101).fill(wallet), BASE64)).toBe(-32_602)
    expect(await call('sendTransaction', 'AAAA', BASE64)).toBe(-32_602)
    expect(await call('sendTransaction', 'A'.repeat(2_000), BASE64)).toBe(-32_602)
  })

  test('refuses a signature that is another’s', async () => {
    const node = await startNode()
    const { payer } = await deploy(node)
    const destination = address('11111111111111111111111111111112')
    const transfer = getTransferSolInstruction({ source: payer, destination, amount: 1_000_000n })
    const { raw, ...rest } = await signRecent(node, payer, [transfer])
    const forged = Buffer.from(raw)
    forged[1] = (forged[1] ?? 0) ^ 1
    await expect(send(node, { ...rest, raw: forged })).rejects.toThrow(/signature/i)
  })
})
