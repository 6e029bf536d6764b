import { EVM_CHAINS, type EvmChain } from '@verso/protocol/chains'
import { type Hex, isAddressEqual } from 'viem'
import { enqueueIntent } from '../intents/enqueue-intent.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user as userSubject } from '../../events/subjects.ts'
import { conflict, invalidField } from '../../http/app-error.ts'
import { type MailSite, royaltyAddressSetMail } from '../../messages/membership-mails.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Device } from '../../http/device.ts'
import { tellOwner } from '../../messages/tell-owner.ts'

type Input = { userId: string; address: Hex; requestId?: string; site: MailSite; device: Device }

/**
 * Names the outside address that royalties of other marketplaces go to (docs/rules.md R75). Once: from then on the contract
 * lets only that address change it, so the platform does not pretend that it could. Later mints carry it themselves.
 */
export async function setRoyaltyAddress(ctx: Context, tx: Tx, input: Input): Promise<void> {
  const { userId, address, requestId } = input
  // Waits for works that are being created, whose mints may be prepared without the address.
  const user = await tx
    .selectFrom('users')
    .select(['creator_number', 'royalty_payout_address'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = user.royalty_payout_address
  if (before !== null && isAddressEqual(before as Hex, address)) return
  if (before !== null)
    throw conflict('Your royalty address is set. From now on only that address can change it, on chain.')
  await assertIsOutside(ctx, tx, address)
  await tx
    .updateTable('users')
    .set({ royalty_payout_address: address, updated_at: ctx.clock.now() })
    .where('id', '=', userId)
    .execute()
  for (const chain of await listMintedChains(tx, userId)) {
    await enqueueIntent(ctx, tx, {
      chain,
      kind: 'SET_CREATOR_PAYOUT',
      businessKey: `creator-payout:${chain}:${userId}`,
      userId,
      payload: { creatorNumber: user.creator_number, payout: address },
    })
  }
  await tellOwner(ctx, tx, userId, royaltyAddressSetMail(input.site, address))
  await recordAudit(ctx, tx, {
    actorId: userId,
    action: 'royalty_address.set',
    subject: { type: 'user', id: userId },
    before: { address: before },
    after: { address },
    requestId,
    origin: { userId, device: input.device },
  })
  await recordEvent(ctx, tx, {
    type: 'security.royalty_address_changed',
    subjects: [userSubject(userId)],
    data: { user_id: userId },
  })
}

/** A custodial wallet could not spend a royalty, and the collections have no use for one. */
async function assertIsOutside(ctx: Context, tx: Tx, address: Hex): Promise<void> {
  const wallet = await tx
    .selectFrom('wallets')
    .select('id')
    .where('chain', 'in', EVM_CHAINS)
    .where('public_address', '=', address)
    .executeTakeFirst()
  if (wallet) throw invalidField('address', 'This is a wallet here, which cannot spend royalties: name one of your own')
  if (EVM_CHAINS.some((chain) => isAddressEqual(ctx.chains[chain].contract, address)))
    throw invalidField('address', 'This is the contract of the collection, not a wallet')
}

/** The chains that have the creator's number, or will have it with a mint that may have been sent without the address. */
async function listMintedChains(tx: Tx, userId: string): Promise<EvmChain[]> {
  const rows = await tx
    .selectFrom('nfts')
    .select('chain')
    .distinct()
    .where('created_by', '=', userId)
    .where('mint_status', '<>', 'FAILED')
    .execute()
  return EVM_CHAINS.filter((chain) => rows.some((row) => row.chain === chain))
}
