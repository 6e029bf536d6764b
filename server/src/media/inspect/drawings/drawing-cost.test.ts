import { describe, expect, it } from 'vitest'
import { drawingBombs } from '../../../../test/attacks/drawing-bombs.ts'
import { costOf, rasterSidePx } from './drawing-cost.ts'
import { TooComplicated } from './reduce-svg.ts'

const cost = (inside: string) => costOf(`<svg viewBox="0 0 9 9">${inside}</svg>`)

describe('the cost of a drawing', () => {
  it.each([
    ['shapes and text', '<path d="M0 0h9"/><g><circle r="1"/></g><text>abcde</text>', { shapes: 3.01, passes: 0 }],
    [
      'what is defined and not used',
      '<defs><mask id="m"><path/></mask></defs><filter id="f"/>',
      { shapes: 0, passes: 0 },
    ],
    ['sheets', '<g opacity=".5"><path opacity="1"/></g><path opacity="0"/>', { shapes: 2, passes: 2 }],
    [
      'a shadow of two shapes',
      '<filter id="f"><feGaussianBlur/><feOffset/></filter><path filter="url(#f)"/><path filter="url(#f)"/>',
      { shapes: 2, passes: 24 },
    ],
    ['filters without an element', '<path filter="blur(9) blur(9)"/>', { shapes: 1, passes: 16 }],
    [
      'a mask and a clip',
      '<mask id="m"><path/><path/></mask><clipPath id="c"><path/></clipPath><g mask="url(#m)" clip-path="url(\'#c\')"/>',
      { shapes: 3, passes: 7 },
    ],
    [
      'an inherited pattern, for each shape',
      '<pattern id="p"><path/></pattern><pattern id="q" href="#p"/><g fill="url(#q)"><path/><path/><path/></g>',
      { shapes: 6, passes: 12 },
    ],
    [
      'a marker on every point',
      '<marker id="m"><path/></marker><polyline points="0,0 1,1 2,2 3,3" marker="url(#m)"/>',
      { shapes: 1.032 + 6, passes: 0 },
    ],
    ['what is not there', '<path fill="url(#none)"/>', { shapes: 1, passes: 0 }],
  ])('counts %s', (_what, inside, expected) => {
    const { shapes, passes } = cost(inside)
    expect(shapes).toBeCloseTo(expected.shapes, 1)
    expect(passes).toBe(expected.passes)
  })

  it.each(['nested patterns', 'nested masks', 'nested clips', 'a pattern inside itself', 'markers on every point'])(
    'is too much before anything is drawn: %s',
    (what) => expect(() => costOf(drawingBombs[what]?.().toString() as string)).toThrow(TooComplicated),
  )

  it('makes the picture smaller, down to a size that still shows the work', () => {
    const sheets = (count: number) => () => rasterSidePx(`<svg>${'<path opacity=".5"/>'.repeat(count)}</svg>`)
    expect([200, 800, 3_200].map((count) => sheets(count)())).toEqual([2_000, 1_000, 500])
    expect(sheets(3_300)).toThrow(TooComplicated)
  })

  it('is too much when parts name each other to any depth', () => {
    const chain = Array.from(
      { length: 20_000 },
      (_, level) => `<mask id="m${level}"><path mask="url(#m${level + 1})"/></mask>`,
    )
    expect(() => cost(`${chain.join('')}<path mask="url(#m0)"/>`)).toThrow(TooComplicated)
  })
})
