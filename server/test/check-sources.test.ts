import { expect, test } from 'vitest'

const { crowdedFolders } = await import(new URL('../../scripts/check-sources.mjs', import.meta.url).href)

const files = (count: number, ending: string) =>
  Array.from({ length: count }, (_, index) => `web/src/a/${index}${ending}`)

test('a folder of 15 sources is found', () => {
  expect(crowdedFolders([...files(14, '.ts'), 'web/src/a/b.css', 'web/src/b/c.ts'])).toEqual(['web/src/a: 15 files'])
})

test('tests, pictures and texts are not counted', () => {
  const others = ['.test.ts', '.test.tsx', '.t.sol', '.webp', '.json'].flatMap((ending) => files(15, ending))
  expect(crowdedFolders([...files(14, '.ts'), ...others])).toEqual([])
})
