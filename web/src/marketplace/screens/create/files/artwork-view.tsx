import { lazyPart } from '../../../../ui/loading/lazy-part.tsx'
import { t } from '../../../../lib/i18n.ts'
import { useObjectUrl } from '../../../../lib/browser/use-object-url.ts'
import { ExtraPart } from '../extra-part.tsx'
import { mediaKindOf } from '../thumbnail/media-kind.ts'

const ModelView = lazyPart(() => import('../../nft/model-view.tsx'), 'ModelView')

/** The chosen artwork itself, in its drop zone: seen, played, turned. */
export function ArtworkView({ artwork }: { artwork: File }) {
  const url = useObjectUrl(artwork)
  const kind = mediaKindOf(artwork)
  const label = t('create.fields.nftFile')
  if (kind === 'audio')
    return (
      <audio src={url} controls aria-label={label} className="w-full">
        <track kind="captions" />
      </audio>
    )
  return (
    <div className="h-64 w-full overflow-hidden rounded-md bg-s2 *:size-full *:object-contain sm:h-80">
      {url && kind === 'image' && <img src={url} alt="" />}
      {url && kind === 'video' && (
        <video src={url} muted loop playsInline controls preload="metadata" aria-label={label}>
          <track kind="captions" />
        </video>
      )}
      {url && kind === 'model' && (
        <ExtraPart>
          <ModelView src={url} poster="" alt={label} onError={() => undefined} />
        </ExtraPart>
      )}
    </div>
  )
}
