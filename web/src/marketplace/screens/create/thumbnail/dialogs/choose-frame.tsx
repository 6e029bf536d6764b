import './picture-square.css'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../../lib/i18n.ts'
import { PictureForm } from './open-dialog.tsx'
import { RangeField } from './range-field.tsx'
import { drawFrame, type FrameSource, goTo, lengthOf, openVideo } from '../video-frames.ts'

type ChooserProps = { artwork: File; onDone: (picture: File | undefined) => void }

const STEPS = 200

/** Any frame of a video, found with a slider. */
export function ChooseFrame({ artwork, onDone }: ChooserProps) {
  const { source, hasFailed } = useFrameSource(artwork)
  const place = useRef<HTMLDivElement>(null)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (!source) return
    place.current?.append(source.video)
    setSeconds(source.video.currentTime)
  }, [source])
  const length = source ? lengthOf(source.video) : 0
  const go = (next: number) => {
    setSeconds(next)
    if (source) goTo(source.video, next)
  }
  return (
    <PictureForm
      onDone={onDone}
      take={source && (() => takeShown(source, artwork))}
      problem={hasFailed ? t('create.thumbnail.failed') : undefined}
    >
      <div ref={place} className="picture-square" />
      <RangeField
        label={t('create.thumbnail.frame')}
        value={seconds}
        max={length}
        step={length / STEPS || 1}
        text={t('create.thumbnail.seconds', { at: seconds.toFixed(1), length: length.toFixed(1) })}
        onChange={go}
      />
    </PictureForm>
  )
}

/** The slider may be ahead of what is shown. */
async function takeShown({ video }: FrameSource, artwork: File): Promise<File> {
  if (video.seeking) await new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
  return drawFrame(video, artwork)
}

function useFrameSource(artwork: File) {
  const [source, setSource] = useState<FrameSource>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    const opening = openVideo(artwork)
    opening.then(setSource, () => setHasFailed(true))
    return () => void opening.then(({ close }) => close()).catch(() => undefined)
  }, [artwork])
  return { source, hasFailed }
}
