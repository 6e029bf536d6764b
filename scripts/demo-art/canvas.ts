/** A small, seeded random source: the same seed draws the same picture on every machine (mulberry32). */
export function createDice(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low: number, high: number): number => low + (high - low) * next(),
    below: (count: number): number => Math.floor(next() * count),
  }
}
export type Dice = ReturnType<typeof createDice>

/** Five colours, the ground first. */
export type Palette = readonly [string, string, string, string, string]
export type Style = (dice: Dice, palette: Palette) => Drawing
export type Drawing = { body: string; defs?: string }

export const SIZE = 800
export const ground = (color: string) => `<rect width="${SIZE}" height="${SIZE}" fill="${color}"/>`
/** One of the four colours that are not the ground. */
export const ink = (palette: Palette, index: number): string => palette[1 + (index % 4)] as string
export const gradient = (id: string, stops: [number, string][], attributes = 'x2="0" y2="1"') =>
  `<linearGradient id="${id}" ${attributes}>${stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('')}</linearGradient>`

const GRAIN =
  '<filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 .55 0"/></filter>'

export function toSvg({ body, defs = '' }: Drawing): string {
  const grain = `<rect width="${SIZE}" height="${SIZE}" filter="url(#grain)" opacity=".16" style="mix-blend-mode:soft-light"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}"><defs>${defs}${GRAIN}</defs>${body}${grain}</svg>`
}
