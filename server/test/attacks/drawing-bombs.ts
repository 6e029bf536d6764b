const drawing = (inside: string, attributes = 'viewBox="0 0 100 100"'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)
const repeated = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** Each level is drawn ten times by the one before. */
const nested = (element: string, attributes: string, reference: (index: number) => string): string =>
  repeated(
    8,
    (level) =>
      `<${element} id="e${level}" ${attributes}>${repeated(10, (index) => `<rect x="${index / 10}" width="1" height="1" ${level ? reference(level - 1) : ''}/>`)}</${element}>`,
  ) + `<rect width="100" height="100" ${reference(7)}/>`

/** Small drawings that a renderer or a sanitiser works on for minutes. */
export const drawingBombs: Record<string, () => Buffer> = {
  turbulence: () =>
    drawing(
      `<filter id="f" x="0" y="0" width="1" height="1">${repeated(20, () => '<feTurbulence baseFrequency="0.9" numOctaves="30"/>')}</filter><rect width="100" height="100" filter="url(#f)"/>`,
    ),
  'a nest of 1.4 MB': () => drawing('<g>'.repeat(200_000) + '</g>'.repeat(200_000)),
  'a nest that is hidden in a comment': () => drawing(`<!--><g ${'<g>'.repeat(300_000)}-->`),
  'a nest that never closes': () => drawing('<g>'.repeat(300_000)),
  'convolution and morphology': () =>
    drawing(
      `<filter id="f"><feMorphology radius="500"/><feConvolveMatrix order="99" kernelMatrix="${'1 '.repeat(99 * 99)}"/></filter><rect width="100" height="100" filter="url(#f)"/>`,
    ),
  'a million elements': () => drawing('<g/>'.repeat(1_000_000)),
  'a million attributes': () => drawing(`<g ${repeated(300_000, (index) => `a${index}="" `)}/>`),
  'a million glyphs': () => drawing(`<text y="9">${'x'.repeat(1_000_000)}</text>`),
  'nested patterns': () => drawing(nested('pattern', 'width="1" height="1"', (level) => `fill="url(#e${level})"`)),
  'nested masks': () => drawing(nested('mask', '', (level) => `mask="url(#e${level})"`)),
  'nested clips': () => drawing(nested('clipPath', '', (level) => `clip-path="url(#e${level})"`)),
  'dashes of nothing': () =>
    drawing(`<path d="M0 0${'L100 100L0 100'.repeat(5_000)}" stroke="red" fill="none" stroke-dasharray="0.0001"/>`),
  'markers on every point': () =>
    drawing(
      `<marker id="m" markerWidth="99" markerHeight="99">${'<circle r="50" opacity="0.5"/>'.repeat(1_000)}</marker><path d="M0 0${'L9 9L0 9'.repeat(50_000)}" marker-mid="url(#m)"/>`,
    ),
  'blurs of everything': () =>
    drawing(
      `<filter id="f" x="-9" y="-9" width="99" height="99">${'<feGaussianBlur stdDeviation="400"/>'.repeat(90)}</filter>${'<rect width="100" height="100" filter="url(#f)"/>'.repeat(190)}`,
    ),
  'groups of half transparency': () =>
    drawing('<g opacity="0.9">'.repeat(90) + '<rect width="100" height="100"/>' + '</g>'.repeat(90)),
  'a huge view': () => drawing('<rect width="9" height="9"/>', 'viewBox="0 0 29999 29999"'),
  'nested drawings': () =>
    drawing('<svg viewBox="0 0 9 9" width="100%" height="100%">'.repeat(99) + '</svg>'.repeat(99)),
  'gradients of many stops': () =>
    drawing(
      `<linearGradient id="g">${repeated(9_000, (index) => `<stop offset="${index / 9_000}"/>`)}</linearGradient>${'<rect width="100" height="100" fill="url(#g)"/>'.repeat(9_000)}`,
    ),
  'shapes of half transparency': () => drawing('<path d="M0 0h100v100z" opacity=".5"/>'.repeat(19_000)),
  'a pattern inside itself': () =>
    drawing(
      `${repeated(20, (index) => `<pattern id="p${index}" width="9" height="9">${repeated(20, (other) => `<rect width="9" height="9" fill="url(#p${other})"/>`)}</pattern>`)}<rect width="9" height="9" fill="url(#p0)"/>`,
    ),
  /** Nothing tells before it is drawn how large its shapes are. */
  'gradients over everything': () =>
    drawing(
      `<radialGradient id="g"><stop stop-color="red"/><stop offset="1" stop-opacity=".5"/></radialGradient><g fill="url(#g)">${'<path d="M0 0h100v100h-100z"/>'.repeat(15_000)}</g>`,
    ),
}
