import { expect, test } from 'vitest'
import { initialsOf, memberNameOf, nameOf } from './initials.ts'

test.each([
  [{ first_name: 'Nadia', last_name: 'Perera', email: 'x@y.z' }, 'NP'],
  [{ first_name: 'nadia', last_name: null }, 'NA'],
  [{ first_name: ' ', last_name: 'Perera' }, 'PE'],
  [{ display_name: 'moth' }, 'MO'],
  [{ email: 'ann@example.test' }, 'AT'],
  [{ first_name: '🦋Nadia', last_name: '🌙Perera' }, '🦋🌙'],
  [{ display_name: '🌙🦋' }, '🌙🦋'],
  [{}, ''],
])('the letters of %o are %s', (person, letters) => {
  expect(initialsOf(person)).toBe(letters)
})

test('a person is called by the display name before anything else', () => {
  expect(nameOf({ display_name: 'moth', first_name: 'Nadia', email: 'a@b.c' })).toBe('moth')
  expect(nameOf({ first_name: 'Nadia', last_name: 'Perera' })).toBe('Nadia Perera')
})

test('a member is called the same wherever others see them, and never by the e-mail', () => {
  const id = '0199f0c2-0000-7000-8000-0000006961d4'
  expect(memberNameOf({ id, display_name: 'moth', first_name: 'Nadia', email: 'a@b.c' })).toBe('moth')
  expect(memberNameOf({ id, display_name: '', first_name: 'Nadia', last_name: 'Perera' })).toBe('Nadia')
  expect(memberNameOf({ id, email: 'a@b.c' })).toBe('member-6961d4')
})
