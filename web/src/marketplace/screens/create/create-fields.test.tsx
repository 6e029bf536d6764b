import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import '../../../locales/create-texts.ts'
import '../../../locales/texts.ts'
import { CreateFields } from './create-fields.tsx'
import { EMPTY } from './create-form.ts'
import type { CreateInput, CreateValues } from './create-schema.ts'
import { useChosenFiles } from './files/use-chosen-files.ts'
import type { PublishProgress } from './publish-progress.ts'

type Props = { progress?: PublishProgress; values?: Partial<CreateInput> }

function Fields({ progress, values }: Props) {
  const form = useForm<CreateInput, unknown, CreateValues>({ defaultValues: { ...EMPTY, ...values } })
  const props = { form, values: form.getValues(), progress: progress ?? null }
  return <CreateFields {...props} chosen={useChosenFiles(form)} onChain={async () => undefined} />
}

function draw(props: Props = {}): HTMLElement {
  const client = new QueryClient()
  client.setQueryData(['categories'], [{ id: 3, name: 'Art' }])
  const chains = ['POLYGON', 'ETH', 'SOL'].map((id) => ({ id, is_live: id !== 'SOL' }))
  client.setQueryData(['settings'], { chains })
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Fields {...props} />
    </QueryClientProvider>,
  )
  return page
}
const named = (page: HTMLElement, name: string) => page.querySelector(`[name="${name}"]`)

test('the fields have their fixed names, in an order that explains itself, and each says what it is', () => {
  const fields = [...draw().querySelectorAll('[name]')]
  const names = [
    'nftFile',
    'thumbnail',
    'name',
    'description',
    'bio',
    'altText',
    'category',
    'price',
    'chain',
    'royalty',
  ]
  expect(fields.map((field) => field.getAttribute('name'))).toEqual(names)
  const page = draw()
  for (const name of names) {
    const field = named(page, name)
    const label = field?.getAttribute('aria-label') ?? page.querySelector(`label[for="${field?.id}"]`)?.textContent
    expect(label, name).toBeTruthy()
  }
})

test('only chains that are live can be chosen, and the server’s categories', () => {
  const page = draw()
  const options = (name: string) => [...(named(page, name)?.querySelectorAll('option') ?? [])]
  const live = options('chain').filter(({ value, disabled }) => value && !disabled)
  expect(live.map(({ value }) => value)).toEqual(['ETH', 'POLYGON'])
  expect(options('chain').some(({ value, disabled }) => value === 'SOL' && disabled)).toBe(true)
  expect(options('category').map(({ text }) => text)).toContain('Art')
})

test('the pickers offer the accepted types, and the royalty goes in steps of 0.01', () => {
  const page = draw()
  const accepted = named(page, 'nftFile')?.getAttribute('accept') ?? ''
  for (const ending of ['.jpg', '.png', '.gif', '.svg', '.mp4', '.webm', '.mp3', '.wav', '.ogg', '.glb'])
    expect(accepted).toContain(ending)
  expect(named(page, 'thumbnail')?.getAttribute('accept')).not.toContain('gif')
  expect(['step', 'min', 'max'].map((limit) => named(page, 'royalty')?.getAttribute(limit))).toEqual([
    '0.01',
    '0',
    '100',
  ])
})

test('a file that is on its way shows how far it is, and cannot be removed', () => {
  const values = { nftFile: new File(['art'], 'art.png', { type: 'image/png' }) }
  const waiting = draw({ values })
  expect(waiting.querySelector('[aria-label="Remove Artwork"]')).not.toBeNull()
  const page = draw({ values, progress: { step: 'artwork', percent: 40, bytesPerSecond: null } })
  expect(page.querySelector('[aria-label="Remove Artwork"]')).toBeNull()
  expect([...page.querySelectorAll('progress')].map((bar) => bar.value)).toEqual([40])
})
