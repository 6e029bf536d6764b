import { expect, test, vi } from 'vitest'
import { toast } from './toast.ts'

const shown = new Map<number, string>()
vi.mock('./toaster.tsx', () => {
  let lastId = 0
  const show = (text: string) => {
    lastId += 1
    shown.set(lastId, text)
    return lastId
  }
  const dismiss = (id?: number) => (id === undefined ? shown.clear() : shown.delete(id))
  return { toast: { success: show, error: show, loading: show, info: show, dismiss } }
})

test('a new result of a form takes the place of its earlier one, and of no other', async () => {
  await toast.error('Error registering account', { form: 'register' })
  await toast.success('Copied')
  await toast.success('Account created successfully', { form: 'register' })
  expect([...shown.values()].sort()).toEqual(['Account created successfully', 'Copied'])
})

test('what showed no toast takes none away', async () => {
  shown.clear()
  await toast.info('Your session has ended')
  await toast.dismiss(undefined)
  expect([...shown.values()]).toEqual(['Your session has ended'])
})
