import sharp, { type Sharp } from 'sharp'

const SHOULDERS =
  'M256 128c-56 0-92 42-92 102 0 34 14 66 32 90 4 18 4 34-4 44-40 18-104 30-132 148h392c-28-118-92-130-132-148-8-10-8-26-4-44 18-24 32-56 32-90 0-60-36-102-92-102z'
const HAIR =
  'M256 112c-70 0-112 52-110 122 2 46-6 86-22 122 30 10 62-6 80-30l104 0c18 24 50 40 80 30-16-36-24-76-22-122 2-70-40-122-110-122z'

/** A person against the light, in front of a picture that is out of focus. */
export async function portraitAtDawn(behind: string, side: number): Promise<Sharp> {
  const figure = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="${side}" height="${side}"><defs><linearGradient id="dark" x2="0" y2="1"><stop stop-color="#33201a"/><stop offset="1" stop-color="#0d0a0c"/></linearGradient><filter id="soft"><feGaussianBlur stdDeviation="2.2"/></filter><filter id="rim"><feGaussianBlur stdDeviation="5"/></filter></defs><g fill="#ffcf8a" opacity=".55" filter="url(#rim)"><path d="${HAIR}"/><path d="${SHOULDERS}"/></g><g fill="url(#dark)" filter="url(#soft)"><path d="${HAIR}"/><path d="${SHOULDERS}"/></g></svg>`
  const ground = await sharp(behind)
    .extract({ left: 120, top: 0, width: 760, height: 760 })
    .resize(side, side)
    .blur(7)
    .toBuffer()
  return sharp(ground).composite([{ input: Buffer.from(figure) }])
}
