import { expect, test } from 'vitest'
import { initialsOf, nameOf } from './initials.ts'

test.each([
  [{ first_name: 'Nadia', last_name: 'Perera', email: 'x@y.z' }, 'NP'],
  [{ first_name: 'nadia', last_name: null }, 'NA'],
  [{ first_name: ' ', last_name: 'Perera' }, 'PE'],
  [{ display_name: 'moth' }, 'MO'],
  [{ email: 'ann@example.test' }, 'AT'],
  [{}, ''],
])('the letters of %o are %s', (person, letters) => {
  expect(initialsOf(person)).toBe(letters)
})

test('a person is called by the display name before anything else', () => {
  expect(nameOf({ display_name: 'moth', first_name: 'Nadia', email: 'a@b.c' })).toBe('moth')
  expect(nameOf({ first_name: 'Nadia', last_name: 'Perera' })).toBe('Nadia Perera')
})
