import './thumbnail-texts.ts'
import { Crop, Film, Images } from 'lucide-react'
import type { MediaType } from '@verso/protocol/files'
import { t } from '../../../../../lib/i18n.ts'
import { tellNotLoaded } from '../../../../../lib/when-loaded.ts'
import { Button } from '../../../../../ui/button.tsx'
import { uncroppedOf } from './crop-picture.ts'
import { mediaKindOf } from '../media-kind.ts'
import { openPictureDialog } from './open-dialog.tsx'
import { stillPicture } from '../still-picture.ts'
import { thumbnailMaxBytes } from '../thumbnail-limit.ts'

/** `isMade`: from the artwork, so it goes with it. */
export type AdoptThumbnail = (picture: File, options: { isMade: boolean }) => void
type ThumbnailActionsProps = { artwork: File | undefined; thumbnail: File; isMade: boolean; onAdopt: AdoptThumbnail }

/** The actions on a thumbnail: another choice from the artwork, and a square of it. */
export function ThumbnailActions({ artwork, thumbnail, isMade, onAdopt }: ThumbnailActionsProps) {
  const kind = artwork && mediaKindOf(artwork)
  const chooseAnother = async () => {
    const picture = kind && (await CHOOSERS[kind](artwork))
    if (picture) onAdopt(picture, { isMade: true })
  }
  const crop = async () => {
    const { CropSquare } = await import('./crop-square.tsx')
    const picture = await openPictureDialog(t('create.thumbnail.crop'), (onDone) => (
      <CropSquare picture={uncroppedOf(thumbnail)} onDone={onDone} />
    ))
    if (picture) onAdopt(picture, { isMade })
  }
  return (
    <>
      {kind && !(kind === 'image' && isMade) && (
        <Button variant="plain" size="sm" onClick={() => void chooseAnother().catch(tellNotLoaded)}>
          {kind === 'video' ? <Film size={15} /> : <Images size={15} />}
          {t(`create.thumbnail.choose.${kind}`)}
        </Button>
      )}
      <Button variant="plain" size="sm" onClick={() => void crop().catch(tellNotLoaded)}>
        <Crop size={15} />
        {t('create.thumbnail.crop')}
      </Button>
    </>
  )
}

const CHOOSERS: Record<MediaType, (artwork: File) => Promise<File | undefined>> = {
  image: (artwork) => stillPicture(artwork, thumbnailMaxBytes()).catch(() => undefined),
  video: async (artwork) => {
    const { ChooseFrame } = await import('./choose-frame.tsx')
    return openPictureDialog(t('create.thumbnail.choose.video'), (onDone) => (
      <ChooseFrame artwork={artwork} onDone={onDone} />
    ))
  },
  audio: async (artwork) => {
    const { ChooseDrawing } = await import('./choose-drawing.tsx')
    return openPictureDialog(t('create.thumbnail.choose.audio'), (onDone) => (
      <ChooseDrawing artwork={artwork} onDone={onDone} />
    ))
  },
  model: async (artwork) => {
    const { ChooseView } = await import('./choose-view.tsx')
    return openPictureDialog(t('create.thumbnail.choose.model'), (onDone) => (
      <ChooseView artwork={artwork} onDone={onDone} />
    ))
  },
}
