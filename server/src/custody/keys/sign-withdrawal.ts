import { hashTypedData, type Hex, isAddressEqual } from 'viem'
import type { Tx } from '../../db/client.ts'
import { withdrawalPayload } from '../intents/intent-payloads.ts'
import { assertShortLived } from './assert-short-lived.ts'
import type { Custodian, SignedChain } from './custodian.ts'
import { openMemberAccount } from './member-key.ts'
import { type CompactSignature, recordSignatures, toCompact } from './record-signature.ts'
import { RefusedSignature } from './refused-signature.ts'
import { type SignatureNonces, withdrawalData } from './typed-data.ts'

export type WithdrawalRequest = SignatureNonces & {
  intentId: string
  tokenId: bigint
  owner: Hex
  to: Hex
  expiry: bigint
}

/**
 * The owner's signature under sending a token outside. Only for a waiting withdrawal of that token by that owner to that
 * address; such a row exists only after the owner has confirmed with a second factor.
 * @throws RefusedSignature
 */
export async function signWithdrawal(
  ctx: Custodian,
  tx: Tx,
  connection: SignedChain,
  request: WithdrawalRequest,
): Promise<CompactSignature> {
  assertShortLived(ctx, request.expiry)
  const row = await readWaitingWithdrawal(tx, connection, request.intentId)
  const to = withdrawalPayload.safeParse(row?.payload).data?.to
  if (!row || row.token_id !== String(request.tokenId) || !to || !isAddressEqual(to, request.to)) {
    throw new RefusedSignature('no waiting withdrawal matches this')
  }
  const account = await openMemberAccount(ctx, tx, row)
  if (!isAddressEqual(account.address, request.owner)) throw new RefusedSignature('the wallet has another key')
  const data = withdrawalData(connection, {
    owner: account.address,
    tokenId: request.tokenId,
    to,
    expiry: request.expiry,
    version: request.version,
    epoch: request.epoch,
  })
  const cause = { type: 'chain_intent', id: request.intentId }
  const signed = { chain: connection.chain, signer: account.address, digest: hashTypedData(data), cause }
  await recordSignatures(ctx, tx, [{ kind: 'WITHDRAWAL', ...signed }])
  return toCompact(await account.signTypedData(data))
}

const readWaitingWithdrawal = (tx: Tx, { chain }: SignedChain, intentId: string) =>
  tx
    .selectFrom('chain_intents')
    .innerJoin('nfts', 'nfts.id', 'chain_intents.nft_id')
    .innerJoin('wallets', (join) =>
      join.onRef('wallets.user_id', '=', 'chain_intents.user_id').on('wallets.chain', '=', chain),
    )
    .select(['chain_intents.payload', 'nfts.token_id', 'wallets.derivation_index'])
    .where('chain_intents.id', '=', intentId)
    .where('chain_intents.kind', '=', 'WITHDRAW')
    .where('chain_intents.status', '=', 'WAITING')
    .where('chain_intents.chain', '=', chain)
    .executeTakeFirst()
