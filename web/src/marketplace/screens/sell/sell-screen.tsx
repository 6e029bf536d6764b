import '../../../locales/sell-texts.ts'
import { chainName } from '@verso/protocol/chains'
import type { Listing } from '@verso/protocol/nfts/listings'
import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { ChevronLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useChangePrice, useListNft } from '../../../api/nfts/nft-changes.ts'
import { useNft } from '../../../api/nfts/use-nft.ts'
import { useMe } from '../../../api/users.ts'
import { givenAltText } from '../../../lib/given-alt-text.ts'
import { t } from '../../../lib/i18n.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field, FieldNote, TextInput } from '../../../ui/fields/field.tsx'
import { Boundary } from '../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { confirmListing } from '../../nfts/confirm-listing.ts'
import { ListingPriceField } from '../../nfts/listing-price-field.tsx'
import { useListingForm } from '../../nfts/listing-price.ts'
import { isPending, ownersListing } from '../../nfts/nft-view.ts'
import { YouReceive } from '../../nfts/you-receive.tsx'
import { endOfDay, inThirtyDays, startOfToday } from './listing-dates.ts'

const DateRange = lazyPart(() => import('./date-range.tsx'), 'DateRange')

/** Lists for a time: price, the NFT's own chain, and until when (docs/rules.md R76). */
export function SellScreen() {
  const { nftId = '' } = useParams()
  const { data: nft, error, refetch, isPlaceholderData } = useNft(nftId)
  const { data: me } = useMe()
  return (
    <div className="page max-w-[920px] pt-7 md:pt-10">
      <Link
        to={addressOf('nft', { nftId })}
        className="-ml-1 flex w-fit max-w-full items-center gap-1 rounded-sm py-1 text-sm text-fg3 hover:text-fg"
      >
        <ChevronLeft size={16} className="shrink-0" aria-hidden />
        <span dir="auto" className="truncate">
          {nft?.name ?? t('navs:titles.nft')}
        </span>
      </Link>
      <PageHeading className="mt-1">{t('sell.title')}</PageHeading>
      {error && !nft ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !nft || !me || isPlaceholderData ? (
        // The form keeps the price it begins with: not one that a list remembers.
        <Skeleton className="mt-6 h-96 rounded-xl!" />
      ) : nft.owned_by !== me.id ? (
        <CannotSell nft={nft} text={t('sell.notYours')} />
      ) : isPending(nft) ? (
        <CannotSell nft={nft} text={t('sell.alreadyListed')} />
      ) : (
        <SellForm nft={nft} listing={ownersListing(nft)} isCreator={nft.created_by === me.id} />
      )}
    </div>
  )
}

const CannotSell = ({ nft, text }: { nft: Nft; text: string }) => (
  <EmptyState
    title={text}
    action={<ButtonLink to={addressOf('nft', { nftId: nft.id })}>{t('order.viewNft')}</ButtonLink>}
  />
)

type SellFormProps = { nft: Nft; listing: Listing | undefined; isCreator: boolean }

/** Lists the NFT, or changes the price and the end of its open listing. */
function SellForm({ nft, listing, isCreator }: SellFormProps) {
  const form = useListingForm(listing?.price.toFixed(2))
  const [list, change] = [useListNft(), useChangePrice()]
  const save = listing ? change : list
  const navigate = useNavigate()
  const [end, setEnd] = useState(() => (listing?.expires_at ? new Date(listing.expires_at) : inThirtyDays()))
  const submit = async () => {
    if (!listing && !nft.approved && !(await confirmListing())) return
    await save.mutateAsync({ id: nft.id, price: form.price, expiresAt: endOfDay(end).toISOString() })
    await navigate(addressOf('nft', { nftId: nft.id }))
  }
  return (
    <form onSubmit={form.submit(submit)} noValidate className="mt-6 grid gap-8 md:grid-cols-[220px_minmax(0,1fr)]">
      <div className="flex items-center gap-4 md:flex-col md:items-start">
        <img
          src={nft.card_url}
          alt={givenAltText(nft)}
          width={220}
          height={220}
          className="aspect-square w-24 rounded-lg bg-s2 object-cover md:w-full"
        />
        <p dir="auto" className="min-w-0 text-lg font-semibold wrap-anywhere">
          {nft.name}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        {nft.mint_tx.status === 'PENDING' && <Notice kind="info">{t('sell.whileMinting')}</Notice>}
        <ListingPriceField form={form} />
        <Field label={t('sell.chain')}>
          {(control) => <TextInput {...control} value={chainName(nft.chain)} readOnly />}
        </Field>
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium">{t('sell.duration')}</legend>
          <div className="rounded-lg bg-s1 p-3 hairline sm:p-4">
            <Boundary>
              <Suspense fallback={<Skeleton style={{ height: 336 }} />}>
                <DateRange start={startOfToday()} end={end} onEnd={setEnd} />
              </Suspense>
            </Boundary>
          </div>
          <div className="mt-1.5">
            <FieldNote hint={t('sell.until', { date: end.toLocaleDateString('en-US', { dateStyle: 'long' }) })} />
          </div>
        </fieldset>
        <YouReceive price={form.price} nft={nft} isCreator={isCreator} />
        <Button type="submit" size="lg" className="w-full sm:w-fit sm:px-8!" isPending={save.isPending}>
          {t(listing ? 'nft.listing.changePrice' : 'sell.submit')}
        </Button>
      </div>
    </form>
  )
}
