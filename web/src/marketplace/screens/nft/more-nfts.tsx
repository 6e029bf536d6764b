import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { useId } from 'react'
import { type NftQuery, useNfts } from '../../../api/nfts/nfts.ts'
import { t } from '../../../lib/i18n.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { Link } from '../../../ui/link.tsx'
import { GRID_COLUMNS } from '../../grid/nft-grid.tsx'
import { NftCard } from '../../grid/nft-card.tsx'
import { creatorName } from '../../nfts/nft-view.ts'

/** A row on wide screens, two of them on a phone. */
const SHOWN_WIDE = 5
const SHOWN = 4
/** Enough for a row when this work and those of the row above are left out. */
const ASKED = SHOWN_WIDE * 2 + 1

/** Other works of the creator, and of the same category; approved ones only, as on Explore (docs/rules.md R23). */
export function MoreNfts({ nft }: { nft: Nft }) {
  const count = useMedia('(min-width: 1121px)') ? SHOWN_WIDE : SHOWN
  const others = (nfts: readonly Nft[], shown: readonly Nft[]) =>
    nfts.filter(({ id }) => id !== nft.id && shown.every((one) => one.id !== id)).slice(0, count)
  const byCreator = others(useNewest({ created_by: nft.created_by }), [])
  const alike = others(useNewest({ category: nft.category }), byCreator)
  return (
    <>
      <NftSection title={t('nft.more.by', { name: creatorName(nft) })} nfts={byCreator}>
        <Link className="link text-sm" to={addressOf('user', { userId: nft.created_by, tab: 'created' })}>
          {t('nft.more.all')}
        </Link>
      </NftSection>
      <NftSection title={t('nft.more.alike')} nfts={alike} />
    </>
  )
}

const useNewest = (query: NftQuery): Nft[] =>
  useNfts({ ...query, approved: true, sort: '-updated_at', limit: ASKED }).data?.nfts ?? []

function NftSection({ title, nfts, children }: { title: string; nfts: Nft[]; children?: React.ReactNode }) {
  const id = useId()
  if (nfts.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} dir="auto" className="text-xl font-semibold tracking-[-.02em]">
          {title}
        </h2>
        {children}
      </div>
      <ul className={GRID_COLUMNS}>
        {nfts.map((nft) => (
          <NftCard key={nft.id} nft={nft} />
        ))}
      </ul>
    </section>
  )
}
