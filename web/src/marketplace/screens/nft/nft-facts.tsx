import { chainName } from '@verso/protocol/chains'
import { formatDay } from '@verso/protocol/dates'
import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import type { ReactNode } from 'react'
import { useCategories } from '../../../api/settings.ts'
import { technicalDetails } from '../../../lib/browser/browser-switch.ts'
import { t } from '../../../lib/i18n.ts'
import { Link } from '../../../ui/link.tsx'
import { mintStatusText } from '../../nfts/nft-view.ts'

/** The facts about the picture, which a buyer asks for before those about its token. */
export function NftFacts({ nft }: { nft: Nft }) {
  const category = useCategories().data?.find(({ id }) => id === nft.category)
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Fact label={t('nft.facts.category')}>
        <Link className="link" to={addressOf('home', { category: String(nft.category) })}>
          {category?.name ?? '…'}
        </Link>
      </Fact>
      <Fact label={t('nft.facts.created')}>{formatDay(nft.created_at)}</Fact>
      <Fact label={t('nft.facts.royalty')}>{t('nft.details.percent', { percent: nft.royalty })}</Fact>
      {technicalDetails.useIsOn() && <TechnicalFacts nft={nft} />}
    </dl>
  )
}

/** For who asked for them; the details modal has them all. */
const TechnicalFacts = ({ nft: { chain, mint_tx, token, metadata } }: { nft: Nft }) => (
  <>
    <Fact label={t('nft.details.chain')}>{chainName(chain)}</Fact>
    <Fact label={t('nft.details.mintStatus')}>{mintStatusText(mint_tx.status)}</Fact>
    {token && (
      <>
        <Fact label={t('nft.details.standard')}>{token.standard}</Fact>
        <Fact label={t('nft.details.tokenId')}>{token.token_id}</Fact>
        <Fact label={t('nft.details.contract')}>{token.contract}</Fact>
      </>
    )}
    {metadata.file_ipfs_hash && <Fact label={t('nft.details.fileHash')}>{metadata.file_ipfs_hash}</Fact>}
  </>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-fg3">{label}</dt>
    <dd className="num font-medium wrap-anywhere">{children}</dd>
  </div>
)
