import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { notFound } from '../../http/app-error.ts'
import { decryptDetails, NO_DETAILS } from '../bank-accounts/fiat-crypto.ts'
import { recordAudit } from '../../audit/audit.ts'

type Read = { payoutId: string; adminId: string; requestId: string }

/** Bank details in plain, for the admin who pays them out; each reading leaves a line in the audit log. */
export async function readBankDetails(ctx: Context, tx: Tx, { payoutId, adminId, requestId }: Read) {
  const account = await tx
    .selectFrom('payouts')
    .innerJoin('fiat_accounts', 'fiat_accounts.id', 'payouts.fiat_account_id')
    .select(['fiat_accounts.id', 'details_encrypted', 'country', 'currency'])
    .where('payouts.id', '=', payoutId)
    .where('details_encrypted', '<>', NO_DETAILS)
    .executeTakeFirst()
  if (!account) throw notFound('Bank details needed')
  await recordAudit(ctx, tx, {
    actorId: adminId,
    action: 'payout.read_bank_details',
    subject: { type: 'payout', id: payoutId },
    requestId,
  })
  const { id, details_encrypted, country, currency } = account
  return { ...decryptDetails(details_encrypted, { id, walletKek: ctx.config.walletKek }), country, currency }
}
