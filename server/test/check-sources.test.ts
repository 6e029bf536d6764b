import { expect, test } from 'vitest'

const { crowdedFolders, tooManyRooms } = await import(new URL('../../scripts/check-sources.mjs', import.meta.url).href)

const files = (count: number, ending: string) =>
  Array.from({ length: count }, (_, index) => `web/src/a/${index}${ending}`)

test('a folder of 15 sources is found', () => {
  expect(crowdedFolders([...files(14, '.ts'), 'web/src/a/b.css', 'web/src/b/c.ts'])).toEqual(['web/src/a: 15 files'])
})

test('tests, pictures and texts are not counted', () => {
  const others = ['.test.ts', '.test.tsx', '.t.sol', '.webp', '.json'].flatMap((ending) => files(15, ending))
  expect(crowdedFolders([...files(14, '.ts'), ...others])).toEqual([])
})

test('a room of the server too many is found', () => {
  const rooms = Array.from({ length: 22 }, (_, index) => `server/src/${index}/a.ts`)
  expect(tooManyRooms([...rooms, 'server/src/0/b/c.ts', 'server/src/main.ts', 'web/src/23/a.ts'])).toEqual([])
  expect(tooManyRooms([...rooms, 'server/src/22/a.ts'])).toEqual([expect.stringContaining('23 folders')])
})
