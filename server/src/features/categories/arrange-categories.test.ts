import { expect, it } from 'vitest'
import type { Category } from '@verso/protocol/settings'
import { buildAdmin } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'

const t = useTestApp()
const arrange = async (body: object) =>
  t.call('PUT', '/api/admin/categories/', { site: 'admin', token: (await buildAdmin(t)).tokens.access, body })
const read = async (): Promise<Category[]> => (await t.call('GET', '/api/categories/')).body.data

it('categories are added, renamed and ordered, never removed', async () => {
  const before = await read()
  const [first, ...rest] = before.map((category) =>
    category.name === 'Sports' ? { ...category, name: 'Sport' } : category,
  )
  expect((await arrange([{ name: 'Poetry' }, ...rest, first ?? {}])).status).toBe(200)
  const names = (await read()).map((category) => category.name)
  expect(names.at(0)).toBe('Poetry')
  expect(names.at(-1)).toBe(before[0]?.name)
  expect(names).toContain('Sport')
  expect((await arrange([{ name: 'Alone' }])).status).toBe(409)
  const twice = await arrange([...(await read()), { name: 'Poetry' }])
  expect(twice.body.errors).toEqual([{ non_field_errors: ['There is a category of this name already'] }])
  expect(await read()).toHaveLength(before.length + 1)
})

it('two categories swap their names in one save', async () => {
  const [first, second, ...rest] = (await read()) as [Category, Category, ...Category[]]
  const swapped = [{ ...first, name: second.name }, { ...second, name: first.name }, ...rest]
  expect((await arrange(swapped)).body.data).toEqual(swapped)
  expect(await read()).toEqual(swapped)
})
