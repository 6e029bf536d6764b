import { type Dice, type Drawing, ground, gradient, ink, type Palette, SIZE } from './canvas.ts'

const TILES: ((side: number, first: string, second: string) => string)[] = [
  (s, a) => `<path d="M0 0h${s}a${s} ${s} 0 0 1 -${s} ${s}z" fill="${a}"/>`,
  (s, a, b) =>
    `<rect width="${s}" height="${s}" fill="${b}"/><circle cx="${s / 2}" cy="${s / 2}" r="${s * 0.36}" fill="${a}"/>`,
  (s, a) => `<path d="M0 0h${s}v${s}z" fill="${a}"/>`,
  (s, a, b) =>
    `<path d="M0 ${s / 2}a${s / 2} ${s / 2} 0 0 1 ${s} 0z" fill="${a}"/><path d="M0 ${s}a${s / 2} ${s / 2} 0 0 1 ${s} 0z" fill="${b}"/>`,
  (s, a, b) =>
    `<rect width="${s}" height="${s}" fill="${a}"/><path d="M0 0a${s} ${s} 0 0 1 ${s} ${s}h-${s}z" fill="${b}"/>`,
]

/** A floor of turned tiles. */
export function tiles(dice: Dice, palette: Palette): Drawing {
  const count = dice.next() < 0.5 ? 6 : 8
  const side = SIZE / count
  const cells = Array.from({ length: count * count }, (_, i) => {
    const draw = TILES[dice.below(TILES.length)] as (typeof TILES)[number]
    const [x, y, turn] = [(i % count) * side, Math.floor(i / count) * side, dice.below(4) * 90]
    return `<g transform="translate(${x} ${y}) rotate(${turn} ${side / 2} ${side / 2})">${draw(side, ink(palette, dice.below(4)), ink(palette, dice.below(4)))}</g>`
  })
  return { body: ground(palette[0]) + cells.join('') }
}

/** Broken circles round four centres. */
export function rings(dice: Dice, palette: Palette): Drawing {
  const circles = Array.from({ length: 4 }, (_, group) => {
    const [x, y] = [dice.between(120, 680).toFixed(0), dice.between(120, 680).toFixed(0)]
    return Array.from({ length: 22 }, (_, i) => {
      const radius = (22 - i) * dice.between(11, 15)
      const [width, length, turn] = [dice.between(3, 12), dice.between(0.25, 1), dice.below(360)]
      return `<circle cx="${x}" cy="${y}" r="${radius.toFixed(0)}" stroke="${ink(palette, 22 - i + group)}" stroke-width="${width.toFixed(1)}" pathLength="1" stroke-dasharray="${length.toFixed(2)} 1" transform="rotate(${turn} ${x} ${y})"/>`
    }).join('')
  })
  return { body: `${ground(palette[0])}<g fill="none" stroke-linecap="round">${circles.join('')}</g>` }
}

/** A city of blocks, seen from its corner. */
export function blocks(dice: Dice, palette: Palette): Drawing {
  const [width, half] = [58 * 0.866, 29]
  const towers: string[] = []
  for (let y = -1; y < 12; y++) {
    for (let x = -8; x < 9; x++) {
      if (dice.next() < 0.3) continue
      const height = 20 + dice.next() ** 2 * 150
      const [left, top] = [400 + (x - (y - 5)) * width, 120 + (x + (y - 5)) * half + y * half - height]
      const roof = dice.next() < 0.22 ? palette[3] : palette[4]
      towers.push(
        `<g transform="translate(${left.toFixed(0)} ${top.toFixed(0)})"><path d="M0 0l${width} ${half}l-${width} ${half}l-${width} -${half}z" fill="${roof}"/>` +
          `<path d="M-${width} ${half}l${width} ${half}v${height}l-${width} -${half}z" fill="${palette[2]}"/><path d="M${width} ${half}l-${width} ${half}v${height}l${width} -${half}z" fill="${palette[1]}"/></g>`,
      )
    }
  }
  return { body: ground(palette[0]) + towers.join('') }
}

const CELLS = 24
const [EMPTY, FACE, NECK, SHIRT, HAIR, DARK, LIGHT] = [0, 1, 2, 3, 4, 5, 6]

/** A head of 24 by 24 pixels. */
export function portrait(dice: Dice, palette: Palette): Drawing {
  const cell = SIZE / CELLS
  const colors = ['', palette[4], palette[4], palette[1], palette[0], '#121214', '#ffffff']
  const pixels = drawHead(dice).flatMap((row, y) =>
    row.map((kind, x) => {
      if (kind === EMPTY) return ''
      const at = `x="${(x * cell).toFixed(1)}" y="${(y * cell).toFixed(1)}" width="${(cell + 0.4).toFixed(1)}" height="${(cell + 0.4).toFixed(1)}"`
      const isShaded = kind === NECK || (kind === FACE && x > 13 && dice.next() < 0.35)
      return `<rect ${at} fill="${colors[kind]}"/>${isShaded ? `<rect ${at} opacity=".13"/>` : ''}`
    }),
  )
  const defs = gradient(
    'sky',
    [
      [0, palette[2]],
      [1, palette[3]],
    ],
    'x2="1" y2="1"',
  )
  return { defs, body: `<rect width="${SIZE}" height="${SIZE}" fill="url(#sky)"/>${pixels.join('')}` }
}

function drawHead(dice: Dice): number[][] {
  const half = dice.between(5.2, 6.6)
  const hair = dice.below(3)
  const hasVisor = dice.next() < 0.5
  const grid = Array.from({ length: CELLS }, (_, y) =>
    Array.from({ length: CELLS }, (_, x) => {
      const off = Math.abs(x + 0.5 - CELLS / 2)
      if (y >= 2 && y < 17 && isHair(hair, off, y, half)) return HAIR
      if (y >= 19 && off < 5 + (y - 18) * 1.6) return SHIRT
      if (y >= 16 && y < 19 && off < 2.6) return NECK
      return y >= 5 && y < 17 && off < half - Math.max(0, y - 14) * 0.9 - Math.max(0, 7 - y) * 0.9 ? FACE : EMPTY
    }),
  )
  const put = (y: number, kind: number, ...columns: number[]) => {
    for (const x of columns) (grid[y] as number[])[x] = kind
  }
  if (hasVisor) {
    for (const y of [10, 11]) put(y, DARK, 8, 9, 10, 11, 12, 13, 14, 15)
    put(10, LIGHT, 9, 10, 14)
  } else {
    put(11, LIGHT, 8, 10, 13, 15)
    put(11, DARK, 9, 14)
  }
  put(15, DARK, 10, 11, 12, 13)
  return grid
}

function isHair(kind: number, off: number, y: number, half: number): boolean {
  if (kind === 0) return y < 8 && off < half + 0.8 - Math.max(0, 4 - y) && (y < 6 || off > half - 1.2)
  if (kind === 1)
    return (y < 7 && off < half + 1 - Math.max(0, 4 - y)) || (off > half - 0.6 && off < half + 1.6 && y < 16)
  return y < 7 && off < 2.2 + y * 0.35
}
