import type { Chain } from '@verso/protocol/chains'
import { encodeFunctionData, type Hex, parseAbi, slice } from 'viem'
import { connectionOf } from '../../gateways/chain/chain-access.ts'
import { isNodeAway } from '../../custody/evm/is-node-away.ts'
import { assertIsWallet } from './assert-is-wallet.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../http/app-error.ts'
import { takePoint } from '../../identity/throttling/throttle.ts'

const RECEIVER = parseAbi(['function onERC721Received(address, address, uint256, bytes) returns (bytes4)'])
const HOUR_MS = 3_600_000
const ACCEPTED = '0x150b7a02'
/** Enough for a vault that keeps books about what it receives; a contract that computes without end stops here. */
const ANSWER_GAS_MAX = 150_000n

/**
 * A contract has to agree to take an NFT; one that does not would keep it for ever. The contract of the collection asks it
 * too, so when the node is silent here nothing is risked.
 * @throws AppError
 */
export async function assertCanReceive(
  ctx: Context,
  { chain, owner, tokenId, to }: { chain: Chain; owner: string; tokenId: string; to: string },
): Promise<void> {
  const connection = connectionOf(ctx, chain)
  if (connection.chain === 'SOL') return assertIsWallet(connection, to)
  const { outside, contract } = connection
  const code = await outside.getCode({ address: to as Hex }).catch(() => undefined)
  // An account with delegated code (EIP-7702) is asked like any contract.
  if (!code || code === '0x') return
  const data = encodeFunctionData({ abi: RECEIVER, args: [contract, owner as Hex, BigInt(tokenId), '0x'] })
  try {
    const answer = await outside.call({ account: contract, to: to as Hex, data, gas: ANSWER_GAS_MAX })
    if (answer.data && answer.data.length >= 10 && slice(answer.data, 0, 4) === ACCEPTED) return
  } catch (error) {
    if (isNodeAway(error)) return
  }
  throw invalidField('address', 'This contract does not accept NFTs')
}

/**
 * How often a member may have us ask, for their own NFTs only.
 * @throws AppError too_many_requests
 */
export const limitAddressChecks = (ctx: Context, userId: string): Promise<void> =>
  takePoint(ctx, ctx.db, {
    name: 'withdrawal-check',
    subject: userId,
    limit: ctx.config.limits.withdrawalChecksPerHour,
    windowMs: HOUR_MS,
  })
