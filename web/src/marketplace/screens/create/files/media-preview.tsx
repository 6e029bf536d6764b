import { AudioLines, ImagePlus } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '../../../../ui/loading/lazy-part.tsx'
import { t } from '../../../../lib/i18n.ts'
import { useObjectUrl } from '../../../../lib/browser/use-object-url.ts'

const ModelView = lazyPart(() => import('../../nft/model-view.tsx'), 'ModelView')

type MediaPreviewProps = { artwork: File | undefined; thumbnail: File | undefined }

const isModel = (file: File) => file.name.toLowerCase().endsWith('.glb') || file.type === 'model/gltf-binary'

/** The chosen files as they will be seen, before anything is uploaded. */
export function MediaPreview({ artwork, thumbnail }: MediaPreviewProps) {
  const url = useObjectUrl(artwork)
  const poster = useObjectUrl(thumbnail)
  if (artwork && url && isModel(artwork)) {
    return (
      <Suspense fallback={<Blank />}>
        <ModelView src={url} poster={poster ?? ''} alt={t('create.preview')} onError={() => undefined} />
      </Suspense>
    )
  }
  if (artwork?.type.startsWith('video/') && url) {
    return (
      <video
        src={url}
        poster={poster}
        muted
        loop
        autoPlay
        playsInline
        controls
        className="size-full object-cover"
        aria-label={t('create.preview')}
      >
        <track kind="captions" />
      </video>
    )
  }
  const picture = poster ?? (artwork?.type.startsWith('image/') ? url : undefined)
  return (
    <>
      {picture ? (
        <img src={picture} alt="" className="size-full object-cover" />
      ) : (
        <Blank isAudio={artwork?.type.startsWith('audio/')} />
      )}
      {artwork?.type.startsWith('audio/') && url && (
        <audio
          src={url}
          controls
          aria-label={t('create.preview')}
          style={{ width: 'calc(100% - 24px)' }}
          className="absolute inset-x-3 bottom-3"
        >
          <track kind="captions" />
        </audio>
      )}
    </>
  )
}

const Blank = ({ isAudio }: { isAudio?: boolean | undefined }) => (
  <div aria-hidden className="grid size-full place-items-center text-fg3">
    {isAudio ? <AudioLines size={28} /> : <ImagePlus size={28} />}
  </div>
)
