import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import type { DeletionState } from '@verso/protocol/users'
import { formatUsd } from '@verso/protocol/usd'
import { ChevronRight } from 'lucide-react'
import type { NavigateFunction } from 'react-router'
import { deleteMe, fetchDeletion, giveUpCredits, payBackCredits } from '../../../../api/identity/leaving.ts'
import { addTexts, t } from '../../../../lib/i18n.ts'
import { useToastedMutation } from '../../../../lib/use-toasted-mutation.ts'
import leaving from '../../../../locales/en/leaving.json'
import { Button } from '../../../../ui/button.tsx'
import { Link } from '../../../../ui/link.tsx'
import { confirm, openModal } from '../../../../ui/overlays/modal.ts'

addTexts({ profile: leaving })

const DELETION = ['users', 'me', 'deletion']

let running: Promise<void> | undefined

/**
 * Deletes the account after a question; what stands in the way is said before it, each with the way to it. `onFree` begins anew, once
 * nothing stands there any more. The second press of a double click asks nothing more.
 * @throws ApiError when the server refuses it all the same
 */
export const leave = (navigate: NavigateFunction, onFree: () => void): Promise<void> =>
  (running ??= askAndLeave(navigate, onFree).finally(() => {
    running = undefined
  }))

async function askAndLeave(navigate: NavigateFunction, onFree: () => void): Promise<void> {
  const state = await fetchDeletion()
  if (state.remaining.length > 0) {
    openModal({
      title: t('profile:leaving.remainingTitle'),
      render: (close) => <Remaining start={state} onGone={close} onDelete={() => (close(), onFree())} />,
    })
    return
  }
  const isSure = await confirm({
    title: t('profile:data.deleteTitle'),
    body: t('profile:data.deleteText'),
    confirmLabel: t('profile:data.delete'),
    isDanger: true,
  })
  if (!isSure) return
  await deleteMe()
  const told = { message: t('profile:data.deleted'), isDeleted: true }
  await navigate(addressOf('signOut'), { replace: true, state: told })
}

const WAYS = {
  nfts: addressOf('collection'),
  orders: addressOf('orders'),
  payouts: addressOf('settingsTab', { tab: 'earnings' }),
  credits: addressOf('settingsTab', { tab: 'credits' }),
  earnings: addressOf('settingsTab', { tab: 'earnings' }),
}

const nameOf = ({ kind, count, amount }: DeletionState['remaining'][number]): string =>
  kind === 'credits' || kind === 'earnings'
    ? t(`profile:leaving.${kind}`, { amount: formatUsd(amount ?? 0) })
    : t(`profile:leaving.${kind}`, { count })

/** How often it looks whether a refund or a sale that is on its way has ended. */
const LOOK_MS = 3_000

type RemainingProps = { start: DeletionState; onGone: () => void; onDelete: () => void }

function Remaining({ start, onGone, onDelete }: RemainingProps) {
  const { data } = useQuery({
    queryKey: DELETION,
    queryFn: () => fetchDeletion(),
    initialData: start,
    refetchInterval: LOOK_MS,
  })
  if (data.remaining.length === 0)
    return (
      <div className="mt-2 flex flex-col gap-4">
        <p role="status">{t('profile:leaving.free')}</p>
        <Button variant="danger" onClick={onDelete}>
          {t('profile:data.delete')}
        </Button>
      </div>
    )
  return (
    <div className="mt-2 flex flex-col gap-4">
      <p>{t('profile:leaving.remainingText')}</p>
      <ul className="flex flex-col gap-2">
        {data.remaining.map((one) => (
          <li key={one.kind}>
            <Link
              to={WAYS[one.kind]}
              onClick={onGone}
              className="flex min-h-16 items-center gap-3 rounded-md bg-s2 px-4 py-2 hover:bg-s3"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold text-fg">{nameOf(one)}</span>
                <span className="block text-sm text-fg3">{t(`profile:leaving.${one.kind}Way`)}</span>
              </span>
              <ChevronRight size={18} aria-hidden className="shrink-0 text-fg3" />
            </Link>
          </li>
        ))}
      </ul>
      {data.credits_to_pay_back > 0 && <EndCredits way="payBack" usd={data.credits_to_pay_back} />}
      {data.credits_to_give_up > 0 && <EndCredits way="giveUp" usd={data.credits_to_give_up} />}
      <Button variant="plain" onClick={onGone}>
        {t('actions.close')}
      </Button>
    </div>
  )
}

const CREDIT_ENDS = {
  payBack: { end: payBackCredits, variant: 'primary', done: 'profile:leaving.payBackDone' },
  giveUp: { end: giveUpCredits, variant: 'danger', done: 'profile:leaving.giveUpDone' },
} as const

/** Back to the cards that paid for them, or given up for good; asked about first. */
function EndCredits({ way, usd }: { way: keyof typeof CREDIT_ENDS; usd: number }) {
  const client = useQueryClient()
  const { end, variant, done } = CREDIT_ENDS[way]
  const mutation = useToastedMutation({
    mutationFn: end,
    toasts: { success: t(done) },
    onSettled: () =>
      Promise.all([DELETION, ['credits'], ['payments']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const title = t(`profile:leaving.${way}`, { amount: formatUsd(usd) })
  const ask = async () => {
    const body = t(`profile:leaving.${way}Text`)
    const isMeant = await confirm({ title, body, confirmLabel: title, isDanger: way === 'giveUp' })
    if (isMeant) mutation.mutate()
  }
  return (
    <Button variant={variant} isPending={mutation.isPending} onClick={() => void ask()}>
      {title}
    </Button>
  )
}
