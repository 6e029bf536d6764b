import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { CreateFields } from './create-fields.tsx'
import { EMPTY } from './create-form.ts'
import type { CreateInput, CreateValues } from './create-schema.ts'

function Fields() {
  const form = useForm<CreateInput, unknown, CreateValues>({ defaultValues: EMPTY })
  return <CreateFields form={form} values={form.getValues()} progress={null} onChain={async () => undefined} />
}

test('the fields have the names of spec §3', () => {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Fields />
    </QueryClientProvider>,
  )
  const names = [...page.querySelectorAll('[name]')].map((field) => field.getAttribute('name'))
  for (const name of ['nftFile', 'thumbnail', 'name', 'description', 'bio', 'chain', 'royalty', 'category'])
    expect(names).toContain(name)
})
