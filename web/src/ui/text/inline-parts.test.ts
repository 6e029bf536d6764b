import { expect, it } from 'vitest'
import { splitInline } from './inline-parts.ts'

it('finds bold and links in a line', () => {
  expect(splitInline('See **our** [terms](/terms), or [write](mailto:a@b.test)')).toEqual([
    { text: 'See ' },
    { text: 'our', isBold: true },
    { text: ' ' },
    { text: 'terms', href: '/terms' },
    { text: ', or ' },
    { text: 'write', href: 'mailto:a@b.test' },
  ])
})

it.each(['[x](javascript:alert(1))', '[x](data:text/html,y)', '[x](//evil.test)', '<b>x</b>', '**', '[x]('])(
  'leaves %s the text it is',
  (text) => expect(splitInline(text).every((part) => part.href === undefined)).toBe(true),
)
