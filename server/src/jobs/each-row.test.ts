import { expect, test } from 'vitest'
import { createFailpoints } from '../failpoints.ts'
import { eachRow } from './each-row.ts'

const ROWS = ['sale', 'royalty', 'refund'].map((id) => ({ id }))

test('a row that fails keeps none of the others from theirs, and is named once all were tried', async () => {
  const done: string[] = []
  const round = eachRow(ROWS, async ({ id }) => {
    if (id === 'sale') throw new Error('the account is too low')
    done.push(id)
  })
  await expect(round).rejects.toThrow('1 of 3 rows failed, sale first: the account is too low')
  expect(done).toEqual(['royalty', 'refund'])
})

test('a crash ends the round', async () => {
  const done: string[] = []
  const failpoints = createFailpoints()
  failpoints.arm('release-earnings.after-row')
  const round = eachRow(ROWS, async ({ id }) => {
    done.push(id)
    failpoints.reach('release-earnings.after-row')
  })
  await expect(round).rejects.toThrow('release-earnings.after-row')
  expect(done).toEqual(['sale'])
})

test('a database that is away ends the round too: no row waits for it after another', async () => {
  const done: string[] = []
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const round = eachRow(ROWS, async ({ id }) => {
    done.push(id)
    throw away
  })
  await expect(round).rejects.toBe(away)
  expect(done).toEqual(['sale'])
})
