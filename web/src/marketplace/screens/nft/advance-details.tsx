import { chainName } from '@verso/protocol/chains'
import type { Nft } from '@verso/protocol/nfts'
import { ExternalLink, ScanSearch } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useNft } from '../../../api/nfts/use-nft.ts'
import { useSettings } from '../../../api/settings.ts'
import { t } from '../../../lib/i18n.ts'
import { StatusPill, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { ChainGlyph } from '../../nfts/chain-glyph.tsx'
import { mintStatusText } from '../../nfts/nft-view.ts'

// Only who wants to check loads what computes the hashes.
const VerifyPanel = lazyPart(() => import('./verify/verify-panel.tsx'), 'VerifyPanel')

const MINT_TONES: Record<string, Tone> = { SUCCESSED: 'ok', FAILED: 'bad', PENDING: 'warn' }

/** "Advance Details" (docs/rules.md R28): where the token lives and what it points to; current while a mint is under way. */
export function AdvanceDetails({ nftId, isChecking = false }: { nftId: string; isChecking?: boolean }) {
  const { data: nft } = useNft(nftId)
  const { data: settings } = useSettings()
  if (!nft) return null
  // The built-in chains have no explorer, so there is nothing to link to.
  const explorer = settings?.chains.find((chain) => chain.id === nft.chain)
  const { token, mint_tx: mint, metadata } = nft
  return (
    <>
      <dl className="mt-3 flex flex-col divide-y divide-line">
        <Row label={t('nft.details.royalty')}>
          <span className="num">{t('nft.details.percent', { percent: nft.royalty })}</span>
        </Row>
        <Row label={t('nft.details.chain')}>
          <span className="flex items-center gap-1.5">
            <ChainGlyph chain={nft.chain} isDecoration />
            {chainName(nft.chain)}
          </span>
        </Row>
        <Row label={t('nft.details.mintStatus')}>
          <StatusPill tone={MINT_TONES[mint.status] ?? 'neutral'}>{mintStatusText(mint.status)}</StatusPill>
        </Row>
        <Copied label={t('nft.details.contract')} value={token?.contract} />
        <Copied label={t('nft.details.tokenId')} value={token?.token_id} />
        <Row label={t('nft.details.standard')}>{token?.standard ?? '–'}</Row>
        <Copied
          label={t('nft.details.transaction')}
          value={mint.tx_id}
          href={
            explorer?.explorer_url &&
            mint.tx_id &&
            explorer.explorer_url + mint.tx_id + (explorer.explorer_suffix ?? '')
          }
        />
        <Copied label={t('nft.details.fileHash')} value={metadata.file_ipfs_hash} />
        <Copied label={t('nft.details.metadataHash')} value={metadata.metadata_ipfs_hash} />
      </dl>
      <Verify nft={nft} isOpenAtFirst={isChecking} />
    </>
  )
}

function Verify({ nft, isOpenAtFirst }: { nft: Nft; isOpenAtFirst: boolean }) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  if (!isOpen)
    return (
      <Button variant="plain" className="mt-4 w-full" onClick={() => setIsOpen(true)}>
        <ScanSearch size={17} aria-hidden />
        {t('nft.verify.title')}
      </Button>
    )
  return (
    <Suspense fallback={<Spinner className="mx-auto mt-6" />}>
      <VerifyPanel nft={nft} />
    </Suspense>
  )
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-h-12 items-center justify-between gap-6">
    <dt className="min-w-0 text-fg3">{label}</dt>
    <dd className="min-w-0 shrink-0 text-right text-fg">{children}</dd>
  </div>
)

/** A long technical value, shortened in the middle, with a button to copy the whole of it. */
function Copied({
  label,
  value,
  href,
}: {
  label: string
  value: string | null | undefined
  href?: string | null | undefined
}) {
  if (!value) return <Row label={label}>–</Row>
  const text = value.length > 18 ? `${value.slice(0, 8)}…${value.slice(-6)}` : value
  return (
    <Row label={label}>
      <span className="num flex items-center justify-end whitespace-nowrap">
        {href ? (
          <a href={href} target="_blank" rel="noreferrer" title={value} className="flex items-center gap-1.5 link py-1">
            {text}
            <ExternalLink size={14} aria-label={t('nft.details.explorer')} />
          </a>
        ) : (
          <span title={value}>{text}</span>
        )}
        <span className="-mr-3 ml-1">
          <CopyButton text={value} label={t('nft.details.copy', { label })} />
        </span>
      </span>
    </Row>
  )
}
