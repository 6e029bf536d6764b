import type { Nft } from '@verso/protocol/nfts'
import { ExternalLink } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Boundary } from '../../../ui/loading/boundary.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { t } from '../../../lib/i18n.ts'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { altText } from '../../nfts/nft-view.ts'

const ModelView = lazyPart(() => import('./model-view.tsx'), 'ModelView')

const FRAME = 'relative aspect-square w-full overflow-hidden rounded-xl bg-s2 shadow-[0_0_0_1px_rgb(255_255_255/.06)]'

/** The NFT itself. A file that cannot be shown leaves its poster and a link to the original. */
export function NftMedia({ nft }: { nft: Nft }) {
  const [isBroken, setIsBroken] = useState(false)
  const fail = () => setIsBroken(true)
  return (
    <div className="relative min-w-0 md:sticky md:top-[calc(var(--nav)+24px)] md:self-start">
      <img
        src={nft.card_url}
        alt=""
        aria-hidden
        className="glow pointer-events-none absolute inset-0 size-full blur-[90px] saturate-200"
      />
      <div className={FRAME}>{isBroken ? <Thumbnail nft={nft} /> : <Media nft={nft} onError={fail} />}</div>
      {isBroken && (
        <p className="relative mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-fg2">
          {t('nft.media.broken')}
          <a href={nft.file_url} target="_blank" rel="noreferrer" className="flex items-center gap-1.5 link py-1">
            {t('nft.media.original')}
            <ExternalLink size={14} aria-hidden />
          </a>
        </p>
      )}
    </div>
  )
}

/** The same two widths that first-script.js starts, so that the picture is fetched once. */
const pagePicture = (nft: Nft) => ({
  src: nft.page_url,
  srcSet: `${nft.page_small_url} 640w, ${nft.page_url} 1200w`,
  // On a phone a little less than it is: a copy 3 % short of its screen is not seen, and has half the bytes.
  sizes: '(min-width: 768px) 50vw, 85vw',
  width: 1200,
  height: 1200,
  fetchPriority: 'high' as const,
})

const Poster = ({ nft }: { nft: Nft }) => (
  <img {...pagePicture(nft)} alt={altText(nft)} className="size-full object-contain" />
)

/** In place of a picture that cannot be shown. */
const Thumbnail = ({ nft }: { nft: Nft }) => (
  <img src={nft.card_url} alt={altText(nft)} width={1200} height={1200} className="size-full object-contain" />
)

function Media({ nft, onError }: { nft: Nft; onError: () => void }) {
  switch (nft.media_type) {
    case 'image':
      return <ImageMedia nft={nft} onError={onError} />
    case 'video':
      return (
        <video
          src={nft.file_url}
          poster={nft.page_url}
          aria-label={altText(nft)}
          controls
          loop
          playsInline
          preload="metadata"
          onError={onError}
          className="size-full object-contain"
        >
          <track kind="captions" />
        </video>
      )
    case 'audio':
      return (
        <>
          <Poster nft={nft} />
          <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/80 to-transparent p-4 pt-14">
            <audio
              src={nft.file_url}
              aria-label={altText(nft)}
              controls
              preload="metadata"
              onError={onError}
              className="w-full"
            >
              <track kind="captions" />
            </audio>
          </div>
        </>
      )
    case 'model':
      return (
        <Boundary instead={() => <WithoutViewer nft={nft} onError={onError} />}>
          <Suspense fallback={<Poster nft={nft} />}>
            <ModelView src={nft.file_url} poster={nft.page_url} alt={altText(nft)} onError={onError} />
          </Suspense>
        </Boundary>
      )
  }
}

/** The code that shows a model did not arrive: for the visitor it is a file that cannot be shown. */
function WithoutViewer({ nft, onError }: { nft: Nft; onError: () => void }) {
  useEffect(onError, [onError])
  return <Poster nft={nft} />
}

/** The card's picture is there at once; the NFT takes its place when it has arrived. */
function ImageMedia({ nft, onError }: { nft: Nft; onError: () => void }) {
  const [isLoaded, setIsLoaded] = useState(false)
  return (
    <>
      {!isLoaded && <Skeleton className="absolute inset-0 rounded-none!" />}
      {!isLoaded && <img src={nft.card_url} alt="" aria-hidden className="absolute inset-0 size-full object-contain" />}
      <img
        {...pagePicture(nft)}
        alt={altText(nft)}
        onLoad={() => setIsLoaded(true)}
        onError={onError}
        className="relative size-full object-contain"
      />
    </>
  )
}
