import { type Hex, keccak256, toHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { buildCollector, buildMint, getNft } from '../../../../test/build-token.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { readOn } from '../../../../test/on-chain.ts'

const t = useTestApp()
const BLOCKS_MISSED = 50_000
const RANGE_LIMIT = 2_000
/** Every refusal and every dropped answer halves the range, and it grows back slowly: more than the 25 it would take at best. */
const ROUNDS = 300

const readPosition = async () =>
  (await t.ctx.db.selectFrom('chains').select('indexed_block').where('chain', '=', 'ETH').executeTakeFirstOrThrow())
    .indexed_block

type Range = { fromBlock: bigint; toBlock: bigint }
type Token = { id: bigint; owner: Hex; block: number }

/** A node with a long chain above the real one, that answers no more than so many blocks and drops every third question. */
function startLongChain(real: ReturnType<typeof eth>['client'], first: number, token: Token) {
  let asked = 0
  const orDrop = <T>(answer: T): T => {
    if (++asked % 3 === 0) throw new Error('socket hang up')
    return answer
  }
  const hashOf = (number: number) => keccak256(toHex(number))
  const log = {
    blockNumber: BigInt(token.block),
    blockHash: hashOf(token.block),
    logIndex: 0,
    transactionHash: hashOf(0),
    removed: false,
    args: { from: zeroAddress, to: token.owner, tokenId: token.id },
  }
  return {
    ...real,
    getBlockNumber: async () => orDrop(BigInt(first + BLOCKS_MISSED)),
    getLogs: async ({ fromBlock, toBlock }: Range) => {
      if (toBlock - fromBlock >= BigInt(RANGE_LIMIT)) throw new Error(`query exceeds max block range ${RANGE_LIMIT}`)
      return orDrop(log.blockNumber >= fromBlock && log.blockNumber <= toBlock ? [log] : [])
    },
    getBlock: async (query: { blockNumber?: bigint }) => {
      if (query.blockNumber === undefined || query.blockNumber <= BigInt(first)) return real.getBlock(query as never)
      const number = Number(query.blockNumber)
      const parentHash =
        number === first + 1 ? (await real.getBlock({ blockNumber: BigInt(first) })).hash : hashOf(number - 1)
      return { number: query.blockNumber, hash: hashOf(number), parentHash, timestamp: 1_800_000_000n + BigInt(number) }
    },
  }
}

const eth = () => t.ctx.chains.ETH

test(`after days off ${BLOCKS_MISSED} blocks are read from a node that limits ranges and drops every third question`, async () => {
  await t.runJobs()
  const first = await readPosition()
  const creator = await buildCollector(t, { chain: 'ETH' })
  const nft = await buildMint(t, { creator, chain: 'ETH' })
  const token = { id: BigInt(nft.token_id ?? 0), owner: creator.address, block: first + 31_234 }
  const client = startLongChain(eth().client, first, token) as never
  const ctx = { ...t.ctx, chains: { ...t.ctx.chains, ETH: { ...eth(), client } } }
  let failures = 0
  for (let round = 0; round < ROUNDS && (await readPosition()) < first + BLOCKS_MISSED; round++) {
    await readOn(ctx, 'ETH').catch(() => failures++)
  }
  expect(failures).toBeGreaterThan(10)
  expect(await readPosition()).toBe(first + BLOCKS_MISSED)
  expect(await getNft(t, nft.id)).toMatchObject({ mint_status: 'SUCCESSED', owner_address: creator.address })
})
