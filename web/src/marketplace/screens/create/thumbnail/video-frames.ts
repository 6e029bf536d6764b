import { drawPicture, fitThumbnail } from './draw-picture.ts'

const GIVE_UP_MS = 60_000
/** Beyond the end of any video: where the browser stops is how long it is. */
const FAR_SECONDS = 1e7
/** The places at which a frame is taken: a little into the video, or further in where that shows nothing. */
const TRIES = [0.12, 0.4, 0.7]
/** The brightest and the darkest of a frame that shows something are at least so far apart, of 255. */
const LEAST_CONTRAST = 32

/** A video to take frames from; `close` ends it. */
export type FrameSource = { video: HTMLVideoElement; close: () => void }

export async function openVideo(file: File): Promise<FrameSource> {
  const url = URL.createObjectURL(file)
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, preload: 'auto' })
  const close = () => {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
  try {
    await until(video, 'loadeddata', () => (video.src = url))
    // A recording may not say how long it is.
    if (!Number.isFinite(video.duration)) await seek(video, FAR_SECONDS)
    return { video, close }
  } catch (error) {
    close()
    throw error
  }
}

export const lengthOf = ({ duration, currentTime }: HTMLVideoElement): number =>
  Number.isFinite(duration) ? duration : currentTime

export const seek = (video: HTMLVideoElement, seconds: number): Promise<void> =>
  until(video, 'seeked', () => (video.currentTime = seconds))

/** Without waiting: a slider goes on meanwhile. */
export function goTo(video: HTMLVideoElement, seconds: number): void {
  video.currentTime = seconds
}

export function drawFrame(video: HTMLVideoElement, artwork: File): Promise<File> {
  const size = fitThumbnail({ width: video.videoWidth, height: video.videoHeight })
  return drawPicture(artwork, size, (context) => context.drawImage(video, 0, 0, size.width, size.height))
}

export async function takeGoodFrame(artwork: File): Promise<File> {
  const { video, close } = await openVideo(artwork)
  try {
    const length = lengthOf(video)
    for (const place of TRIES) {
      await seek(video, length * place)
      if (showsSomething(video)) break
    }
    return await drawFrame(video, artwork)
  } finally {
    close()
  }
}

const SMALL_PX = 32
function showsSomething(video: HTMLVideoElement): boolean {
  const canvas = Object.assign(document.createElement('canvas'), { width: SMALL_PX, height: SMALL_PX })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return true
  context.drawImage(video, 0, 0, SMALL_PX, SMALL_PX)
  const values = context.getImageData(0, 0, SMALL_PX, SMALL_PX).data.filter((_, index) => index % 4 !== 3)
  return Math.max(...values) - Math.min(...values) >= LEAST_CONTRAST
}

/** Does `start` and waits for that event, or for the video's failure. */
function until(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const end = (finish: () => void) => () => {
      ended.abort()
      clearTimeout(timer)
      finish()
    }
    const fail = end(() => reject(new Error('The video cannot be shown.')))
    const timer = setTimeout(fail, GIVE_UP_MS)
    video.addEventListener(event, end(resolve), ended)
    video.addEventListener('error', fail, ended)
    start()
  })
}
