import './picture-square.css'
import { type PointerEvent, useRef, useState } from 'react'
import { useObjectUrl } from '../../../../../lib/browser/use-object-url.ts'
import { t } from '../../../../../lib/i18n.ts'
import { type Crop, cropBox, moveCrop, WHOLE_CROP } from './crop.ts'
import { cropPicture } from './crop-picture.ts'
import { PictureForm } from './open-dialog.tsx'
import { RangeField } from './range-field.tsx'

type CropSquareProps = { picture: File; onDone: (picture: File | undefined) => void }

const MAX_ZOOM = 4
const FINE = 0.01

/** A square of a picture: dragged with the pointer, or moved with the sliders. */
export function CropSquare({ picture, onDone }: CropSquareProps) {
  const url = useObjectUrl(picture)
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [hasFailed, setHasFailed] = useState(false)
  const [crop, setCrop] = useState(WHOLE_CROP)
  const change = (part: Partial<Crop>) => setCrop({ ...crop, ...part })
  const drag = useDrag((x, y) => size && setCrop((current) => moveCrop(current, size, [x, y])))
  const box = size && cropBox(crop, size)
  return (
    <PictureForm
      onDone={onDone}
      take={size && (() => cropPicture(picture, crop))}
      problem={hasFailed ? t('create.thumbnail.failed') : undefined}
    >
      <div {...drag} className="picture-square cursor-grab touch-none active:cursor-grabbing">
        {url && (
          <img
            src={url}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
            onError={() => setHasFailed(true)}
            style={
              size &&
              box && {
                position: 'absolute',
                maxWidth: 'none',
                width: `${(size.width / box.side) * 100}%`,
                height: `${(size.height / box.side) * 100}%`,
                left: `${(-box.left / box.side) * 100}%`,
                top: `${(-box.top / box.side) * 100}%`,
              }
            }
          />
        )}
      </div>
      <div className="flex flex-col gap-1">
        <RangeField
          label={t('create.thumbnail.zoom')}
          value={crop.zoom}
          min={1}
          max={MAX_ZOOM}
          step={FINE}
          text={`${Math.round(crop.zoom * 100)} %`}
          onChange={(zoom) => change({ zoom })}
        />
        <div className="grid grid-cols-2 gap-5">
          <RangeField
            label={t('create.thumbnail.across')}
            value={crop.x}
            max={1}
            step={FINE}
            onChange={(x) => change({ x })}
          />
          <RangeField
            label={t('create.thumbnail.down')}
            value={crop.y}
            max={1}
            step={FINE}
            onChange={(y) => change({ y })}
          />
        </div>
      </div>
    </PictureForm>
  )
}

/** `onMove`: by how much of the square the pointer went, since the last time. */
function useDrag(onMove: (x: number, y: number) => void) {
  const last = useRef<[number, number]>(undefined)
  const end = () => (last.current = undefined)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      last.current = [event.clientX, event.clientY]
    },
    onPointerMove: ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      if (!last.current) return
      const side = currentTarget.clientWidth
      onMove((clientX - last.current[0]) / side, (clientY - last.current[1]) / side)
      last.current = [clientX, clientY]
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
