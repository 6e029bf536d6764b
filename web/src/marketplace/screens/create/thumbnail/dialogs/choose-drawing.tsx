import './picture-square.css'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../../../lib/i18n.ts'
import { Segmented } from '../../../../../ui/fields/segmented.tsx'
import { drawWaveform, WAVE_SHAPES } from '../draw-waveform.ts'
import { PictureForm } from './open-dialog.tsx'
import { RangeField } from './range-field.tsx'
import { FIRST_LOOK, LOUDNESS_COUNT, pictureOfSound, readLoudness } from '../waveform.ts'

type ChooserProps = { artwork: File; onDone: (picture: File | undefined) => void }

const DRAWN_PX = 784

/** How the waveform of a sound is drawn: three shapes, any colour. */
export function ChooseDrawing({ artwork, onDone }: ChooserProps) {
  const [loudness, setLoudness] = useState<number[]>()
  const [hasFailed, setHasFailed] = useState(false)
  const [look, setLook] = useState(FIRST_LOOK)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    readLoudness(artwork, LOUDNESS_COUNT).then(setLoudness, () => setHasFailed(true))
  }, [artwork])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context && loudness) drawWaveform(context, loudness, look)
  }, [loudness, look])
  return (
    <PictureForm
      onDone={onDone}
      take={loudness && (() => pictureOfSound(artwork, loudness, look))}
      problem={hasFailed ? t('create.thumbnail.failed') : undefined}
    >
      <div className="picture-square">
        <canvas ref={canvas} width={DRAWN_PX} height={DRAWN_PX} aria-hidden />
      </div>
      <Segmented
        isWide
        label={t('create.thumbnail.shape')}
        items={WAVE_SHAPES.map((shape) => [shape, t(`create.thumbnail.shapes.${shape}`)] as const)}
        value={look.shape}
        onChange={(shape) => setLook({ ...look, shape })}
      />
      <RangeField
        label={t('create.thumbnail.colour')}
        value={look.hue}
        max={359}
        step={1}
        onChange={(hue) => setLook({ ...look, hue })}
      />
    </PictureForm>
  )
}
