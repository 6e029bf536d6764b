import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('quotes what would break a line, and disarms what a spreadsheet would run', () => {
  expect(csvOf([['a', 1.5, null]])).toBe('a,1.5,\r\n')
  expect(csvOf([['x,y', 'say "hi"', 'two\nlines']])).toBe('"x,y","say ""hi""","two\nlines"\r\n')
  expect(csvOf([['=SUM(A1)', '-2', -2]])).toBe("'=SUM(A1),'-2,-2\r\n")
})
