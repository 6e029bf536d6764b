import { describe, expect, it } from 'vitest'
import { reduceSvg, TooComplicated } from './reduce-svg.ts'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox='0 0 9 9'>${inside}</svg>`

describe('a drawing before it is sanitised', () => {
  it.each([
    ['<g fill="red"><path d="M0 0"/></g>', '<g fill="red"><path d="M0 0"/></g>'],
    ['<a href="x"><text>a &lt; b</text></a>', '<text>a &lt; b</text>'],
    ['<text><![CDATA[<b>&]]></text>', '<text>&lt;b&gt;&amp;</text>'],
    [
      '<filter id="f"><feGaussianBlur stdDeviation="2"/><feTurbulence numOctaves="99"/></filter>',
      '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>',
    ],
    ['<style>a{}</style><SCRIPT>x</SCRIPT><foreignObject><div><g/></div></foreignObject><g/>', '<g/>'],
    ['<!-- <g> --><?x <g> ?><g/>', '<g/>'],
  ])('%s keeps %s', (inside, kept) => {
    expect(reduceSvg(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "<g>">]>${svg(inside)}<html/>`)).toBe(svg(kept))
  })

  it.each(['<g>', '</g>', '<g></path>', '<g a=1/>', '<g a="<"/>', '<g', '<!--', '<![CDATA[', '< g/>'])(
    'is refused when it is not well-formed: %s',
    (inside) => expect(() => reduceSvg(svg(inside))).toThrow('not well-formed'),
  )

  it.each([
    ['<g>'.repeat(101) + '</g>'.repeat(101)],
    ['<g/>'.repeat(20_001)],
    [`<text>${'x'.repeat(50_001)}</text>`],
    ['<filter>' + '<feOffset/>'.repeat(101) + '</filter>'],
    ['<g filter="url(#f)"/>'.repeat(201)],
  ])('is refused when it is too much', (inside) => expect(() => reduceSvg(svg(inside))).toThrow(TooComplicated))
})
