import type { EventData } from '@verso/protocol/events'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Context } from '../context.ts'
import type { Tx } from '../db/client.ts'
import { mailMember, nameOfNft } from './mail-member.ts'

type Decision = 'APPROVED' | 'REFUSED' | 'TAKEN_DOWN' | 'RESTORED'

const TEXTS: Record<Decision, { heading: string; text: (name: string) => string }> = {
  APPROVED: {
    heading: 'Your work is approved',
    text: (name) => `"${name}" is approved and now shows on the Explore page.`,
  },
  REFUSED: {
    heading: 'Your work was not approved',
    text: (name) =>
      `"${name}" was not approved, so it does not show on the Explore page. It stays yours, and its page can still be opened by its link.`,
  },
  TAKEN_DOWN: {
    heading: 'Your work was taken down',
    text: (name) =>
      `"${name}" was taken down: it is no longer shown and cannot be bought here. The token stays in its wallet.`,
  },
  RESTORED: { heading: 'Your work is back', text: (name) => `"${name}" is shown again.` },
}

const KINDS = { APPROVED: 'nft.approved', REFUSED: 'nft.refused', TAKEN_DOWN: 'nft.taken_down' } as const

/** To the creator, and what is shown or not also to whose work it is now; a deleted member gets none. */
export async function mailDecision(
  ctx: Context,
  tx: Tx,
  decision: Decision,
  { nft_id: nftId, creator_id, reason }: EventData<'nft.approved'>,
): Promise<void> {
  const { heading, text } = TEXTS[decision]
  const name = await nameOfNft(tx, nftId)
  const ownerId = decision === 'TAKEN_DOWN' || decision === 'RESTORED' ? await ownerOf(tx, nftId) : null
  for (const userId of new Set([creator_id, ownerId ?? creator_id])) {
    await mailMember(ctx, tx, {
      userId,
      ...(decision !== 'RESTORED' && { kind: KINDS[decision] }),
      subject: `${heading}: ${name}`,
      heading,
      paragraphs: [text(name), ...(reason ? [`Reason: ${reason}`] : [])],
      action: { label: 'Open the work', path: addressOf('nft', { nftId }) },
    })
  }
}

const ownerOf = async (tx: Tx, nftId: string): Promise<string | null> =>
  (await tx.selectFrom('nfts').select('owned_by').where('id', '=', nftId).executeTakeFirst())?.owned_by ?? null
