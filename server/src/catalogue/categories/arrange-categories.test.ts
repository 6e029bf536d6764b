import { expect, it } from 'vitest'
import type { Category } from '@verso/protocol/operations/settings'
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
  expect(await read()).toHaveLength(before.length + 1)
})

it('a name that another has, however it is written, and the word of the filter are refused at their place', async () => {
  const before = await read()
  const [first] = before as [Category, ...Category[]]
  const refused = async (...added: { id?: number; name: string }[]) =>
    (await arrange([...before, ...added])).body.errors
  const next = String(before.length)
  expect(await refused({ name: first.name.toUpperCase() })).toEqual([
    { [next]: ['There is a category of this name already'] },
  ])
  expect(await refused({ name: ' all ' })).toEqual([{ [next]: ['"All" is what the filter calls every category'] }])
  expect(await refused({ id: first.id, name: 'Another' })).toEqual([{ [next]: ['This category is in the list twice'] }])
  expect(await read()).toEqual(before)
})

it('two admins who add one name at the same time: one of them is refused', async () => {
  const before = await read()
  const answers = await Promise.all([arrange([...before, { name: 'Dance' }]), arrange([...before, { name: 'DANCE' }])])
  // The second has either waited for the first, or not seen what it added.
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)[0]).toBe(200)
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect((await read()).filter(({ name }) => name.toLowerCase() === 'dance')).toHaveLength(1)
})

it('a save that is sent again under its key adds nothing twice, and gets the first answer', async () => {
  const { tokens } = await buildAdmin(t)
  const before = await read()
  const save = (name: string) =>
    t.call('PUT', '/api/admin/categories/', {
      site: 'admin',
      token: tokens.access,
      headers: { 'idempotency-key': 'one save' },
      body: [...before, { name }],
    })
  const answers = [await save('Opera'), await save('Opera'), await save('Ballet')]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 422])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  expect(await read()).toHaveLength(before.length + 1)
})

it('two categories swap their names in one save', async () => {
  const [first, second, ...rest] = (await read()) as [Category, Category, ...Category[]]
  const swapped = [{ ...first, name: second.name }, { ...second, name: first.name }, ...rest]
  expect((await arrange(swapped)).body.data).toEqual(swapped)
  expect(await read()).toEqual(swapped)
})
