import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'
import { bindConsumer, type BoundConsumer } from '../../events/consumer.ts'
import { operatorLines } from '../operator-lines.ts'
import { tell } from '../lines/tell.ts'
import { operatorsBut } from './tell-operators.ts'

/** The lines of operators' queues for each event, in one table. */
export const bindOperatorLines = (): BoundConsumer =>
  bindConsumer(operatorLines, {
    'nft.minted': (tx, { data, recordedAt: at }) =>
      tell(tx, {
        kind: 'admin.queue',
        // An operator's own NFT is approved already.
        to: sql`select user_id from (${operatorsBut(data.creator_id)}) as operator
          where exists (select from nfts where id = ${data.nft_id} and approval = 'PENDING' and taken_down_at is null)`,
        nftId: data.nft_id,
        at,
        isGrouped: true,
      }),
    'nft.reported': (tx, { data, recordedAt: at }) =>
      tell(tx, {
        kind: 'admin.queue',
        to: operatorsBut(data.reporter_id),
        nftId: data.nft_id,
        at,
        isGrouped: true,
      }),
    'payout.requested': (tx, { data, recordedAt: at }) =>
      tell(tx, {
        kind: 'admin.queue',
        to: operatorsBut(data.user_id),
        actorId: data.user_id,
        at,
        isGrouped: true,
      }),
    'order.needs_review': (tx, event) => tellOfReviewCase(tx, 'A payment needs a decision', event),
    'order.refund_failed': (tx, event) => tellOfReviewCase(tx, 'A refund did not arrive', event),
  })

type OfPayment = { data: { payment_id: string; user_id: string }; recordedAt: Date }

const tellOfReviewCase = (tx: Tx, text: string, { data, recordedAt: at }: OfPayment): Promise<void> =>
  tell(tx, { kind: 'admin.case', to: operatorsBut(data.user_id), paymentId: data.payment_id, reason: text, at })
