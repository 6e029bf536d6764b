import { chainName } from '@verso/protocol/chains'
import type { Nft } from '@verso/protocol/nfts'
import { FileText, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../lib/cx.ts'
import { t } from '../../../lib/i18n.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { openModal } from '../../../ui/overlays/modal.ts'
import { ChainGlyph } from '../../nfts/chain-glyph.tsx'
import { AdvanceDetails } from './advance-details.tsx'
import { FavouriteButton, WishlistButton } from './actions/bookmark-buttons.tsx'
import { NftMenu } from './actions/nft-menu.tsx'
import { ShareButton } from './actions/share-button.tsx'
import { NftFacts } from './nft-facts.tsx'
import { NftPeople } from './nft-people.tsx'

/** Characters from which a name in display size would push everything else out of the window. */
const LONG_NAME = 48

type InfoPanelProps = { nft: Nft; isOwner: boolean; children: ReactNode }

/** The NFT's creator, description and chain (docs/rules.md R28); `children` is the panel that sells or lists. */
export function InfoPanel({ nft, isOwner, children }: InfoPanelProps) {
  return (
    <>
      <div className="flex items-start gap-1.5 text-sm">
        {/* Where there is no room for both, the badges go below each other and the buttons stay in their row. */}
        <div className="flex min-h-11 flex-1 flex-wrap items-center gap-1.5">
          <span className="flex h-8 items-center gap-1.5 rounded-full bg-s2 px-2.5 font-medium">
            <Avatar id={nft.created_by} src={nft.creator.logo} size={20} />
            <ChainGlyph chain={nft.chain} isDecoration />
            {chainName(nft.chain)}
          </span>
          {nft.approved && nft.mint_tx.status === 'SUCCESSED' && (
            <button
              type="button"
              className="btn-ghost flex h-8 items-center gap-1.5 rounded-full bg-s2 px-2.5 font-medium text-fg2"
              onClick={() => openDetails(nft, { isChecking: true })}
            >
              <ShieldCheck size={15} className="text-ok" />
              {t('nft.isVerified')}
            </button>
          )}
        </div>
        <div className="flex shrink-0" style={{ marginRight: -10 }}>
          <FavouriteButton nft={nft} />
          <ShareButton nft={nft} />
          <NftMenu nft={nft} isOwner={isOwner} />
        </div>
      </div>
      <h2
        dir="auto"
        className={cx(
          'leading-[1.04] font-semibold tracking-(--track-display) wrap-anywhere',
          nft.name.length > LONG_NAME ? 'text-2xl' : 'text-(length:--text-4xl)',
        )}
      >
        {nft.name}
      </h2>
      <NftPeople nft={nft} />
      {children}
      <section>
        <h3 className="text-sm font-semibold text-fg3">{t('nft.description')}</h3>
        <p dir="auto" className="mt-2 text-lg text-pretty wrap-anywhere whitespace-pre-line text-fg2">
          {nft.description || t('nft.noDescription')}
        </p>
        {nft.bio && (
          <p dir="auto" className="mt-3 text-pretty wrap-anywhere whitespace-pre-line text-fg3">
            {nft.bio}
          </p>
        )}
      </section>
      <NftFacts nft={nft} />
      <div className="flex flex-wrap gap-2">
        <Button variant="plain" onClick={() => openDetails(nft)}>
          <FileText size={17} aria-hidden />
          {t('nft.details.title')}
        </Button>
        {isOwner && <WishlistButton nft={nft} size="md" />}
      </div>
    </>
  )
}

const openDetails = (nft: Nft, options: { isChecking?: boolean } = {}) =>
  openModal({ title: t('nft.details.title'), render: () => <AdvanceDetails nftId={nft.id} {...options} /> })
