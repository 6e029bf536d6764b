import type { Payment } from '@verso/protocol/money/payments'
import { addressOf } from '@verso/protocol/pages/pages'
import { X } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { useNft } from '../../../api/nfts/use-nft.ts'
import { isDelivered, usePayment } from '../../../api/money/payments.ts'
import { useMe } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { ButtonLink, Button, IconButton } from '../../../ui/button.tsx'
import { creatorName } from '../../nfts/nft-view.ts'
import { paymentState } from '../../payment/payment-state.ts'
import { shareNft } from '../nft/actions/share-nft.ts'
import { OrderSteps } from '../order/order-steps.tsx'
import { NameForm } from './name-form.tsx'

/** "It's yours": what was bought a moment ago stands in front of the profile, until it is put away (docs/rules.md R81). */
export function BoughtNft({ paymentId }: { paymentId: string }) {
  const { data: payment } = usePayment(paymentId)
  if (!payment?.nft) return null
  return <Bought payment={payment} nft={payment.nft} />
}

function Bought({ payment, nft: { id: nftId, name, thumbnail_url } }: { payment: Payment; nft: NftOf }) {
  const { data: nft } = useNft(nftId)
  const { data: me } = useMe()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  // The sale may fail, or its payment be disputed, long after.
  const title = payment.status === 'SUCCESS' ? t('profile:bought.title') : paymentState(payment).text
  const putAway = () => void navigate(pathname + search, { replace: true, state: null })
  return (
    <section aria-label={title} className="page my-6">
      <div className="relative grid gap-6 rounded-xl bg-s1 p-5 hairline sm:grid-cols-2 md:p-6">
        <img
          src={nft?.page_small_url ?? thumbnail_url}
          alt=""
          style={{ maxHeight: '60dvh' }}
          className="aspect-square w-full rounded-lg bg-s2 object-contain"
        />
        <div className="flex min-w-0 flex-col gap-5">
          <div className="pr-12">
            <h2 className="text-2xl font-semibold tracking-(--track-tight)">{title}</h2>
            <p dir="auto" className="mt-2 text-lg font-semibold wrap-anywhere">
              {name}
            </p>
            {nft && <p className="text-fg2 wrap-anywhere">{t('profile:bought.by', { artist: creatorName(nft) })}</p>}
          </div>
          {payment.note && <p>{payment.note}</p>}
          <OrderSteps steps={payment.steps} />
          <Actions payment={payment} nftId={nftId} name={name} />
          {me && !me.display_name && !me.first_name && <NameForm />}
        </div>
        <IconButton label={t('actions.close')} onClick={putAway} className="absolute top-3 right-3 max-sm:bg-s1">
          <X size={18} />
        </IconButton>
      </div>
    </section>
  )
}

type NftOf = NonNullable<Payment['nft']>

function Actions({ payment, nftId, name }: { payment: Payment; nftId: string; name: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink to={addressOf('nft', { nftId })}>{t('profile:bought.view')}</ButtonLink>
      {payment.receipt_url && (
        <a href={payment.receipt_url} target="_blank" rel="noreferrer" className="btn btn-plain">
          {t('order.receipt')}
        </a>
      )}
      {payment.status === 'SUCCESS' && (
        <Button variant="plain" onClick={() => void shareNft({ id: nftId, name })}>
          {t('profile:bought.share')}
        </Button>
      )}
      {isDelivered(payment) && (
        <ButtonLink variant="plain" to={addressOf('sell', { nftId })}>
          {t('profile:bought.sell')}
        </ButtonLink>
      )}
    </div>
  )
}
