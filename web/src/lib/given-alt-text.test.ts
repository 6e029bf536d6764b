import { expect, test } from 'vitest'
import { givenAltText } from './given-alt-text.ts'

const nft = { name: 'Blue heron', media_type: 'image' }

test('says the words of the creator, and nothing where it only repeats the title', () => {
  expect(givenAltText({ ...nft, alt_text: 'A heron in the reeds' })).toBe('A heron in the reeds')
  for (const repeated of ['Blue heron, image', 'Blue heron'])
    expect(givenAltText({ ...nft, alt_text: repeated })).toBe('')
})
