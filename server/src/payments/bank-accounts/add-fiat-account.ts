import type { fiatAccountBody } from '@verso/protocol/money/accounts'
import { MAX_BANK_ACCOUNTS_PER_DAY } from '@verso/protocol/limits'
import { bareAccountNumber } from '@verso/protocol/money/iban'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordEvent } from '../../events/record-event.ts'
import { user } from '../../events/subjects.ts'
import type { FiatAccountsTable } from '../../db/types.gen.ts'
import { conflict } from '../../http/app-error.ts'
import { bankDetailsAddedMail, type MailSite } from '../../messages/membership-mails.ts'
import { lockMember } from '../../identity/throttling/lock-member.ts'
import { takePoint } from '../../identity/throttling/throttle.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Device } from '../../http/device.ts'
import { tellOwner } from '../../messages/tell-owner.ts'
import { encryptDetails } from './fiat-crypto.ts'

const MAX_ACCOUNTS = 5
const DAY_MS = 24 * 3_600_000

export type FiatAccountRow = Selectable<FiatAccountsTable>

/**
 * Bank details for payouts; an open request that waits for them gets them.
 * @throws AppError conflict when five are there, too_many_requests after 20 in a day: each is told to the member
 */
export async function addFiatAccount(
  ctx: Context,
  tx: Tx,
  {
    userId,
    body,
    site,
    device,
  }: { userId: string; body: z.output<typeof fiatAccountBody>; site: MailSite; device: Device },
): Promise<FiatAccountRow> {
  await lockMember(tx, userId)
  const existing = await listFiatAccounts(tx, userId)
  if (existing.length >= MAX_ACCOUNTS) throw conflict(`You can keep ${MAX_ACCOUNTS} accounts. Remove one first.`)
  await takePoint(ctx, tx, {
    name: 'bank-accounts',
    subject: userId,
    limit: MAX_BANK_ACCOUNTS_PER_DAY,
    windowMs: DAY_MS,
  })
  const id = ctx.random.id()
  const { holder, country, currency, bank_name } = body
  const account_number = bareAccountNumber(body.account_number)
  const secret = { id, walletKek: ctx.config.walletKek, random: ctx.random }
  const row = await tx
    .insertInto('fiat_accounts')
    .values({
      id,
      user_id: userId,
      details_encrypted: encryptDetails({ holder, account_number, bank_name }, secret),
      last4: account_number.slice(account_number.length > 6 ? -4 : -2),
      holder_initials: initialsOf(holder),
      country,
      currency,
      created_at: ctx.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('payouts')
    .set({ fiat_account_id: id, updated_at: ctx.clock.now() })
    .where('user_id', '=', userId)
    .where('status', '=', 'REQUESTED')
    .where('fiat_account_id', 'is', null)
    .execute()
  await tellOwner(ctx, tx, userId, bankDetailsAddedMail(site, row.last4))
  const origin = { userId, device }
  await recordAudit(ctx, tx, {
    actorId: userId,
    action: 'fiat_account.add',
    subject: { type: 'fiat_account', id },
    origin,
  })
  await recordEvent(ctx, tx, {
    type: 'security.bank_changed',
    subjects: [user(userId)],
    data: { user_id: userId, fiat_account_id: id, change: 'added' },
  })
  return row
}

const initialsOf = (holder: string): string =>
  holder
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((part) => `${Array.from(part)[0]?.toUpperCase()}.`)
    .join(' ')

export const listFiatAccounts = (tx: Pick<Tx, 'selectFrom'>, userId: string): Promise<FiatAccountRow[]> =>
  tx
    .selectFrom('fiat_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
