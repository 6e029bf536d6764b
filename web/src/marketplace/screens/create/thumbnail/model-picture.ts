import type { ModelViewerElement } from '@google/model-viewer'
import { drawPicture } from './draw-picture.ts'
import { withPicture } from './with-picture.ts'

const SIDE_PX = 1024
const LOAD_MAX_MS = 60_000

/** A picture of a viewer's present view, on a ground of its own: the viewer's is transparent. */
export async function pictureOfView(viewer: ModelViewerElement, artwork: File): Promise<File> {
  const view = new File([await viewer.toBlob({ mimeType: 'image/png' })], artwork.name, { type: 'image/png' })
  const side = { width: SIDE_PX, height: SIDE_PX }
  return withPicture(view, (picture) =>
    drawPicture(artwork, side, (context) => {
      context.fillStyle = studio(context)
      context.fillRect(0, 0, SIDE_PX, SIDE_PX)
      const scale = SIDE_PX / Math.min(picture.naturalWidth, picture.naturalHeight)
      const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale]
      context.drawImage(picture, (SIDE_PX - width) / 2, (SIDE_PX - height) / 2, width, height)
    }),
  )
}

function studio(context: CanvasRenderingContext2D): CanvasGradient {
  const light = context.createRadialGradient(SIDE_PX / 2, SIDE_PX * 0.42, 0, SIDE_PX / 2, SIDE_PX / 2, SIDE_PX * 0.75)
  light.addColorStop(0, '#4b4e57')
  light.addColorStop(1, '#17181c')
  return light
}

/** From the side that a viewer shows first. The viewer is in the page, unseen: it draws only what is in sight. */
export async function takeModelPicture(artwork: File): Promise<File> {
  await import('../../nft/model-view.tsx')
  const url = URL.createObjectURL(artwork)
  const viewer = document.createElement('model-viewer') as ModelViewerElement
  viewer.inert = true
  viewer.ariaHidden = 'true'
  viewer.loading = 'eager'
  Object.assign(viewer.style, { position: 'fixed', inset: '0 auto auto 0', width: '512px', height: '512px' })
  Object.assign(viewer.style, { opacity: '0', pointerEvents: 'none', zIndex: '-1' })
  viewer.shadowIntensity = 1
  try {
    await loaded(viewer, () => {
      viewer.src = url
      document.body.append(viewer)
    })
    return await pictureOfView(viewer, artwork)
  } finally {
    viewer.remove()
    URL.revokeObjectURL(url)
  }
}

function loaded(viewer: ModelViewerElement, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('The model cannot be shown.'))
    const timer = setTimeout(fail, LOAD_MAX_MS)
    viewer.addEventListener('error', fail, { once: true })
    viewer.addEventListener(
      'poster-dismissed',
      () => {
        clearTimeout(timer)
        // The picture after the next: the first that has the model in it.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      },
      { once: true },
    )
    start()
  })
}
