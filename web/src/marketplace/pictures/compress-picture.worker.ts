export type CompressionRequest = {
  file: File
  targetBytes: number
  longerSidePx: number
  /** Also one that is small enough as it is. */
  isAlways?: boolean
}
/** `blob` is null when the file is small enough as it is. */
export type CompressionResult = { blob: Blob | null } | { error: string; isUnreadable?: boolean }

const QUALITIES = [0.9, 0.8, 0.7, 0.55, 0.4]

async function compress(picture: ImageBitmap, request: CompressionRequest): Promise<Blob | null> {
  const { file, targetBytes, longerSidePx, isAlways } = request
  const scale = Math.min(1, longerSidePx / Math.max(picture.width, picture.height))
  if (!isAlways && scale === 1 && file.size <= targetBytes) return null
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  if (file.type === 'image/png') {
    const png = await draw(picture, width, height).convertToBlob({ type: 'image/png' })
    if (png.size <= targetBytes) return png
  }
  // A JPEG has no transparency: what shows through becomes white instead of black.
  const canvas = draw(picture, width, height, '#fff')
  let blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITIES[0] })
  for (const quality of QUALITIES.slice(1)) {
    if (blob.size <= targetBytes) break
    blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
  }
  return blob
}

function draw(picture: ImageBitmap, width: number, height: number, ground?: string): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas.')
  context.imageSmoothingQuality = 'high'
  if (ground) {
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(picture, 0, 0, width, height)
  return canvas
}

const answer = (result: CompressionResult) => postMessage(result)

addEventListener('message', ({ data }: MessageEvent<CompressionRequest>) => {
  createImageBitmap(data.file).then(
    (picture) =>
      compress(picture, data).then(
        (blob) => answer({ blob }),
        (error: unknown) => answer({ error: String(error) }),
      ),
    (error: unknown) => answer({ error: String(error), isUnreadable: true }),
  )
})
