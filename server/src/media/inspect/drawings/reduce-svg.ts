import { type Attribute, readMarkup } from './read-markup.ts'

/** More than drawing programs make; each costs the sanitiser about a quarter of a millisecond. */
const MAX_ELEMENTS = 20_000
/** The sanitiser's time grows with the square of it. */
const MAX_DEPTH = 100
const MAX_ATTRIBUTES = 200
/** Each character is shaped and drawn by itself. */
const MAX_TEXT_LENGTH = 50_000
const MAX_FILTER_STEPS = 100
const MAX_FILTERED = 200

const names = (text: string) => new Set(text.split(/\s+/))
/** Elements that are removed with their content. */
const DROPPED = names(
  'script style foreignobject metadata title desc iframe math template noscript noembed noframes audio video animate animatecolor animatemotion animatetransform set image feimage use',
)
/** Elements that are kept. All others are unwrapped: their content is kept. */
const KEPT = names(
  'svg g defs symbol switch path rect circle ellipse line polyline polygon text tspan textPath linearGradient radialGradient stop pattern clipPath mask marker view filter',
)
/**
 * Steps of a filter that cost about the same for every drawing of this size. Others (turbulence, convolution, lighting …) can be
 * given figures that take minutes, here and in the browsers of those who look at the drawing.
 */
const CHEAP_STEPS = names(
  'feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feOffset feTile',
)

/** The drawing is well-formed, but too complex. */
export class TooComplicated extends Error {}

/**
 * The drawing's own elements, without all that is never kept, in a time that grows with its length alone: what comes after,
 * the sanitiser and the renderer, is slow at many elements and at deep ones.
 * @throws TooComplicated; Error when it is not well-formed
 */
export function reduceSvg(source: string): string {
  const parts: string[] = []
  const open: { name: string; isKept: boolean; isDropped: boolean }[] = []
  const count = createCounter()
  let depth = 0
  for (const piece of readMarkup(source)) {
    const isDropped = open.at(-1)?.isDropped ?? false
    if (piece.kind === 'text') {
      if (isDropped || open.length === 0) continue
      count.text(piece.text)
      parts.push(piece.text)
    } else if (piece.kind === 'open') {
      const { name, attributes, isEmpty } = piece
      const entry = { name, isDropped: isDropped || DROPPED.has(name.toLowerCase()), isKept: false }
      entry.isKept = !entry.isDropped && (KEPT.has(name) || CHEAP_STEPS.has(name))
      if (entry.isKept) {
        count.element(name, attributes, depth + 1)
        parts.push(`<${[name, ...attributes.map((one) => one.source)].join(' ')}${isEmpty ? '/' : ''}>`)
      }
      if (isEmpty && open.length === 0) return parts.join('')
      if (isEmpty) continue
      open.push(entry)
      if (entry.isKept) depth++
    } else {
      const entry = open.pop()
      if (entry?.name !== piece.name) throw new Error('the markup is not well-formed')
      if (entry.isKept) {
        depth--
        parts.push(`</${entry.name}>`)
      }
      // Content after the root element is ignored.
      if (open.length === 0) return parts.join('')
    }
  }
  if (open.length > 0) throw new Error('the markup is not well-formed')
  return parts.join('')
}

function createCounter() {
  let elements = 0
  let textLength = 0
  let steps = 0
  let filtered = 0
  return {
    text: (text: string) => {
      textLength += text.trim().length
      if (textLength > MAX_TEXT_LENGTH) throw new TooComplicated()
    },
    element: (name: string, attributes: Attribute[], depth: number) => {
      elements++
      if (CHEAP_STEPS.has(name)) steps++
      if (attributes.some((one) => one.name === 'filter')) filtered++
      if (
        elements > MAX_ELEMENTS ||
        depth > MAX_DEPTH ||
        attributes.length > MAX_ATTRIBUTES ||
        steps > MAX_FILTER_STEPS ||
        filtered > MAX_FILTERED
      )
        throw new TooComplicated()
    },
  }
}
