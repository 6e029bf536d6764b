import createDOMPurify from 'dompurify'
import { JSDOM } from 'jsdom'

const SVG = 'http://www.w3.org/2000/svg'
const MAX_SIDE_PX = 30_000
const FORBID_TAGS = [
  'style',
  'use',
  'foreignObject',
  'animate',
  'animateColor',
  'animateMotion',
  'animateTransform',
  'set',
  'image',
  'feImage',
  'a',
  'script',
]
const FORBID_ATTR = ['style', 'xmlns', 'xmlns:xlink']

/** References inside the drawing are kept (`url(#gradient)`, `#shape`); all others are removed. */
const leavesDrawing = (name: string, value: string): boolean =>
  /href$/i.test(name)
    ? !value.trim().startsWith('#')
    : /url\s*\((?!\s*["']?\s*#)/i.test(value) || /\\|@import|javascript:/i.test(value)

/** Wider or higher than any renderer takes. */
function isVast(svg: Element): boolean {
  const sizes = [
    svg.getAttribute('width'),
    svg.getAttribute('height'),
    ...(svg.getAttribute('viewBox') ?? '').split(/[\s,]+/),
  ]
  return sizes.some((size) => Math.abs(Number.parseFloat(size ?? '')) > MAX_SIDE_PX)
}

const { window } = new JSDOM('')
const purify = createDOMPurify(window)
purify.addHook('uponSanitizeAttribute', (_node, data) => {
  if (leavesDrawing(data.attrName, data.attrValue)) data.keepAttr = false
})

/** @returns undefined when there is no drawing in it, or one that no renderer takes */
export function cleanSvg(source: string): string | undefined {
  const options = {
    USE_PROFILES: { svg: true, svgFilters: true },
    FORBID_TAGS,
    FORBID_ATTR,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM: true,
  } as const
  const svg = (purify.sanitize(source, options) as Element).querySelector('svg')
  if (svg?.namespaceURI !== SVG || isVast(svg)) return undefined
  return new window.XMLSerializer().serializeToString(svg)
}
