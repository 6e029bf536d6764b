import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { useZodForm } from './use-zod-form.ts'

test('the first wrong field gets the focus, even when a frame comes before its message is drawn', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frame())
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  Element.prototype.scrollIntoView = () => undefined
  function Form() {
    const form = useZodForm(z.object({ name: z.string().min(1) }), { defaultValues: { name: '' } })
    return (
      <form onSubmit={form.submit(() => undefined)} noValidate>
        <input {...form.register('name')} aria-invalid={form.formState.errors.name ? true : undefined} />
      </form>
    )
  }
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  await act(async () => root.render(<Form />))
  await act(async () => container.querySelector('form')?.requestSubmit())
  expect(document.activeElement).toBe(container.querySelector('input'))
  await act(async () => root.unmount())
  container.remove()
})

test('a form that is submitted twice at once is sent once, and can be sent again afterwards', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const ends: (() => void)[] = []
  const save = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const onRender = vi.fn<(submit: () => Promise<void>) => void>()
  const submit = () => onRender.mock.lastCall?.[0]()
  function Form() {
    const form = useZodForm(z.object({ name: z.string() }), { defaultValues: { name: 'Night Bloom' } })
    onRender(form.submit(save))
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Form />))
  await act(async () => {
    void submit()
    void submit()
  })
  expect(save).toHaveBeenCalledTimes(1)
  await act(async () => ends[0]?.())
  await act(async () => void submit())
  expect(save).toHaveBeenCalledTimes(2)
  await act(async () => {
    ends[1]?.()
    root.unmount()
  })
})
