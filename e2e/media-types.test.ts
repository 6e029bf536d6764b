import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, expect, inject, it } from 'vitest'
import { composeSong } from '../scripts/demo-art/compose-song.ts'
import { modelKnot } from '../scripts/demo-art/model-knot.ts'
import { sampleMp3, sampleSvg } from '../server/test/sample-media.ts'
import { visitAs } from './api-member.ts'
import type { Visit } from './browser.ts'
import { type Artwork, createNftByClicking } from './steps/create-steps.ts'

const CREATOR = { email: 'creator@demo.test', password: 'demo-pass', phone: '+94771000001' }
const VIDEO = new URL('../server/src/embedded/demo/media/planet.webm', import.meta.url)
/** One second of 440 Hz, as Vorbis. */
const TONE = new URL('./media/tone.ogg', import.meta.url)
const isTorture = process.env.TORTURE_ROUNDS !== undefined

type Shown = 'picture' | 'moving' | 'sounding' | 'model'
type Nft = { title: string; shown: Shown; file(page: Page): Promise<Artwork> }

/** A video, a sound and a model in `npm test`; every other type in the torture. */
const FILES: Nft[] = [
  { title: 'Small planet', shown: 'moving', file: async () => artwork('webm', 'video/webm', await readFile(VIDEO)) },
  { title: 'Slow song', shown: 'sounding', file: async () => artwork('wav', 'audio/wav', composeSong()) },
  { title: 'Own knot', shown: 'model', file: async () => artwork('glb', 'model/gltf-binary', knot()) },
]
const OTHERS: Nft[] = [
  { title: 'Blinking', shown: 'picture', file: async () => artwork('gif', 'image/gif', await blinking()) },
  { title: 'Drawn', shown: 'picture', file: async () => artwork('svg', 'image/svg+xml', sampleSvg()) },
  { title: 'Photo', shown: 'picture', file: async () => artwork('jpg', 'image/jpeg', await photo()) },
  { title: 'Recorded', shown: 'moving', file: async (page) => artwork('mp4', 'video/mp4', await recordMp4(page)) },
  { title: 'Quiet', shown: 'sounding', file: async () => artwork('mp3', 'audio/mpeg', sampleMp3(200)) },
  { title: 'Concert pitch', shown: 'sounding', file: async () => artwork('ogg', 'audio/ogg', await readFile(TONE)) },
]

const product = inject('product')
let plain: Visit
let drawing: Visit
beforeAll(async () => {
  plain = await visitAs(product.url, CREATOR)
  // Without graphics hardware each picture of a turning model takes long: with less motion it stands still, and is drawn once.
  drawing = await visitAs(product.url, CREATOR, { drawsModels: true })
  for (const { page } of [plain, drawing]) page.setDefaultTimeout(120_000)
})

it.each(isTorture ? [...FILES, ...OTHERS] : FILES)(
  'an NFT that is $shown ($title) is seen before it is made, minted, listed and seen',
  async ({ title, shown, file }) => {
    const { page } = shown === 'model' ? drawing : plain
    await createNftByClicking(page, product.url, title, await file(page), async () => {
      await expectMedia(page, 'form', shown)
      await seeCard(page, title)
      await OTHER_CHOICES[shown]?.(page)
    })
    await page.getByLabel('Listing price').fill('12')
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.getByRole('dialog', { name: 'Confirm NFT listing' }).getByRole('button', { name: 'Okay' }).click()
    await page.getByRole('button', { name: 'Unlist' }).waitFor()
    await page.reload()
    await expectShown(page, shown, title)
  },
)

async function expectShown(page: Page, shown: Shown, title: string): Promise<void> {
  await page.getByRole('main').getByRole('heading', { name: title }).waitFor()
  await expectMedia(page, 'main', shown)
}

/** The preview is the card, with the thumbnail that was taken. */
async function seeCard(page: Page, title: string): Promise<void> {
  const card = page.getByRole('img', { name: `Preview of the card: ${title} by` })
  await card.getByText('Buy', { exact: true }).waitFor({ state: 'attached' })
  await expect.poll(() => card.locator('img').first().evaluate(countColours)).toBeGreaterThan(8)
}

/** In the page: how many colours a picture has, roughly; one when nothing was drawn. */
function countColours(picture: SVGElement | HTMLElement): number {
  const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 48 })
  const context = canvas.getContext('2d')
  context?.drawImage(picture as HTMLImageElement, 0, 0, 48, 48)
  const values = context?.getImageData(0, 0, 48, 48).data ?? []
  return new Set(
    Array.from({ length: 48 * 48 }, (_, at) => [0, 1, 2].map((c) => (values[at * 4 + c] ?? 0) >> 4).join()),
  ).size
}

/** Another frame, drawing or view than the one that was taken by itself, and a square of it. */
const OTHER_CHOICES: Partial<Record<Shown, (page: Page) => Promise<void>>> = {
  moving: async (page) => {
    await chooseAnother(page, 'Choose a frame', async (dialog) => {
      await dialog.getByLabel('Frame').focus()
      for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowRight')
    })
    await chooseAnother(page, 'Crop', (dialog) => dialog.getByLabel('Zoom').fill('2'))
    expect(await thumbnailSize(page)).toSatisfy(([width, height]: number[]) => width === height)
  },
  sounding: (page) => chooseAnother(page, 'Choose a drawing', (dialog) => dialog.getByText('Ring').click()),
  model: (page) =>
    chooseAnother(page, 'Choose a view', async () => {
      await expectMedia(page, '[role=dialog]', 'model')
      await page.locator('[role=dialog] model-viewer').press('ArrowLeft')
    }),
}

const thumbnail = (page: Page) => page.getByRole('group', { name: 'Thumbnail' }).locator('img')
const thumbnailSize = (page: Page) =>
  thumbnail(page).evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight])

/** A dialog that gives another thumbnail, and one that shows something. */
async function chooseAnother(page: Page, name: string, choose: (dialog: Locator) => Promise<void>): Promise<void> {
  const before = await thumbnail(page).getAttribute('src')
  await page.getByRole('button', { name }).click()
  const dialog = page.getByRole('dialog', { name })
  await choose(dialog)
  await dialog.getByRole('button', { name: 'Use this' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => thumbnail(page).getAttribute('src')).not.toBe(before)
  await expect.poll(() => thumbnail(page).evaluate(countColours)).toBeGreaterThan(8)
}

/** The real thing, in the form, in a dialog or on the page of the NFT. */
async function expectMedia(page: Page, place: 'form' | '[role=dialog]' | 'main', shown: Shown): Promise<void> {
  if (shown === 'moving') return expectPlays(page, `${place} video`)
  if (shown === 'sounding') return expectPlays(page, `${place} audio`)
  const picture = place === 'main' ? 'main img[alt]:not([alt=""])' : `${place} img[src^="blob:"]`
  const selector = shown === 'model' ? `${place} model-viewer` : picture
  // A model is fetched when it comes into sight, and a reload may leave the page further down.
  await page.locator(selector).first().scrollIntoViewIfNeeded()
  await expectSoon(() =>
    page.evaluate((found) => {
      const all = [...document.querySelectorAll<HTMLImageElement & { loaded?: boolean }>(found)]
      return all.some((one) => one.clientHeight > 0 && (one.loaded ?? (one.complete && one.naturalWidth > 0)))
    }, selector),
  )
}

/** It has been decoded and its time runs. */
async function expectPlays(page: Page, selector: string): Promise<void> {
  await expectSoon(() =>
    page.evaluate(async (found) => {
      const media = document.querySelector<HTMLMediaElement>(found)
      if (!media || media.error || !(media.duration > 0)) return false
      media.muted = true
      media.loop = true
      if (media.paused) await media.play()
      return media.currentTime > 0 && (!(media instanceof HTMLVideoElement) || media.videoWidth > 0)
    }, selector),
  )
}

const expectSoon = (isTrue: () => Promise<boolean | undefined>) => expect.poll(isTrue, { timeout: 180_000 }).toBe(true)

const artwork = (ending: string, mimeType: string, buffer: Buffer): Artwork => ({
  name: `work.${ending}`,
  mimeType,
  buffer,
})
const knot = () => modelKnot(['#0b1026', '#1b2a6b', '#5b5ff0', '#f26db1', '#ffd6a5'])
const photo = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()

function blinking(): Promise<Buffer> {
  const side = 64
  const frames = Buffer.alloc(side * side * 2 * 3, 20).fill(220, side * side * 3)
  return sharp(frames, { raw: { width: side, height: side * 2, channels: 3, pageHeight: side } })
    .gif()
    .toBuffer()
}

/** No encoder of ours makes mp4, but the browser does. */
async function recordMp4(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(`new Promise((resolve) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/mp4;codecs=vp9' })
    const pieces = []
    let frame = 0
    const timer = setInterval(() => {
      context.fillStyle = 'hsl(' + frame * 8 + ' 80% 50%)'
      context.fillRect(0, 0, 320, 240)
      if (++frame === 40) { clearInterval(timer); recorder.stop() }
    }, 50)
    recorder.ondataavailable = (event) => pieces.push(event.data)
    recorder.onstop = () => {
      const reader = new FileReader()
      reader.onload = () => resolve(reader.result.split(',')[1])
      reader.readAsDataURL(new Blob(pieces))
    }
    recorder.start()
  })`)
  return Buffer.from(String(base64), 'base64')
}
