export const WAVE_SHAPES = ['bars', 'line', 'ring'] as const
export type WaveShape = (typeof WAVE_SHAPES)[number]
export type WaveLook = { shape: WaveShape; hue: number }

type Wave = { context: CanvasRenderingContext2D; loudness: readonly number[]; side: number }

const MARGIN = 0.1
/** Also silence is seen. */
const LEAST = 0.02

/** A sound as a picture: near-black ground, a low light of its colour, and the wave. */
export function drawWaveform(context: CanvasRenderingContext2D, loudness: readonly number[], look: WaveLook): void {
  const side = context.canvas.width
  const light = context.createRadialGradient(side / 2, side / 2, 0, side / 2, side / 2, side * 0.72)
  light.addColorStop(0, `oklch(0.27 0.05 ${look.hue})`)
  light.addColorStop(1, 'oklch(0.15 0.01 285)')
  context.fillStyle = light
  context.fillRect(0, 0, side, side)
  const ink = context.createLinearGradient(side * MARGIN, 0, side * (1 - MARGIN), 0)
  ink.addColorStop(0, `oklch(0.92 0.17 ${look.hue + 45})`)
  ink.addColorStop(1, `oklch(0.78 0.17 ${look.hue - 25})`)
  context.fillStyle = context.strokeStyle = ink
  DRAWERS[look.shape]({ context, loudness: loudness.map((value) => Math.max(LEAST, value ** 0.8)), side })
}

const DRAWERS: Record<WaveShape, (wave: Wave) => void> = {
  bars: ({ context, loudness, side }) => {
    const step = (side * (1 - 2 * MARGIN)) / loudness.length
    context.beginPath()
    for (const [index, value] of loudness.entries()) {
      const height = value * side * 0.56
      const left = side * MARGIN + step * (index + 0.18)
      context.roundRect(left, (side - height) / 2, step * 0.64, height, step * 0.32)
    }
    context.fill()
  },
  line: ({ context, loudness, side }) => {
    const step = (side * (1 - 2 * MARGIN)) / (loudness.length - 1)
    const at = (index: number, way: 1 | -1): [number, number] => [
      side * MARGIN + step * index,
      side / 2 + (way * (loudness[index] ?? 0) * side * 0.28) / (way > 0 ? 2 : 1),
    ]
    const upper = loudness.map((_, index) => at(index, -1))
    const lower = loudness.map((_, index) => at(index, 1)).reverse()
    context.beginPath()
    smooth(context, upper)
    smooth(context, lower)
    context.closePath()
    context.fill()
  },
  ring: ({ context, loudness, side }) => {
    context.lineWidth = side * 0.0095
    context.lineCap = 'round'
    context.beginPath()
    for (const [index, value] of loudness.entries()) {
      const angle = (index / loudness.length) * 2 * Math.PI - Math.PI / 2
      const [from, to] = [side * 0.17, side * (0.17 + 0.23 * value)]
      context.moveTo(side / 2 + Math.cos(angle) * from, side / 2 + Math.sin(angle) * from)
      context.lineTo(side / 2 + Math.cos(angle) * to, side / 2 + Math.sin(angle) * to)
    }
    context.stroke()
  },
}

/** Through the middles between the points, each point pulling the line towards itself. */
function smooth(context: CanvasRenderingContext2D, points: readonly [number, number][]): void {
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[index + 1] ?? [x, y]
    context.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2)
  }
}
