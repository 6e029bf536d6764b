import './picture-square.css'
import type { ModelViewerElement } from '@google/model-viewer'
import { useRef, useState } from 'react'
import { useObjectUrl } from '../../../../../lib/browser/use-object-url.ts'
import { t } from '../../../../../lib/i18n.ts'
import { ModelView } from '../../../nft/model-view.tsx'
import { pictureOfView } from '../model-picture.ts'
import { PictureForm } from './open-dialog.tsx'

type ChooserProps = { artwork: File; onDone: (picture: File | undefined) => void }

/** A model to turn until it stands as it should be seen. */
export function ChooseView({ artwork, onDone }: ChooserProps) {
  const url = useObjectUrl(artwork)
  const place = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const take = () => pictureOfView(place.current?.querySelector('model-viewer') as ModelViewerElement, artwork)
  return (
    <PictureForm
      onDone={onDone}
      take={url && !hasFailed ? take : undefined}
      problem={hasFailed ? t('create.thumbnail.failed') : undefined}
    >
      <div ref={place} className="picture-square">
        {url && (
          <ModelView src={url} poster="" alt={t('create.fields.nftFile')} onError={() => setHasFailed(true)} isStill />
        )}
      </div>
      <p className="text-sm text-fg3">{t('create.thumbnail.turn')}</p>
    </PictureForm>
  )
}
