import { WEBHOOK_KINDS, type WebhookBody } from '@verso/protocol/operations/webhooks'
import { useState } from 'react'
import { z } from 'zod'
import { t } from '../../lib/i18n.ts'
import { useZodForm } from '../../lib/forms/use-zod-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldNote, TextInput } from '../../ui/fields/field.tsx'
import { Check } from '../../ui/fields/toggles.tsx'

const KIND_NAMES: readonly string[] = WEBHOOK_KINDS

const schema = z.object({ url: z.string().trim().min(1, 'Required') })

type Props = {
  url?: string
  kinds?: readonly string[]
  submitLabel: string
  /** Throws what the server refused. */
  onSubmit: (body: WebhookBody) => Promise<unknown>
}

/** An address and the events that it is told of. */
export function WebhookForm({ url = '', kinds = [], submitLabel, onSubmit }: Props) {
  const [chosen, setChosen] = useState(() => new Set(kinds))
  const [isAsked, setIsAsked] = useState(false)
  const form = useZodForm(schema, { defaultValues: { url } })
  const { errors, isSubmitting } = form.formState
  const submit = form.submit(async (values) => {
    setIsAsked(true)
    if (chosen.size === 0) return
    try {
      await onSubmit({ url: values.url, kinds: WEBHOOK_KINDS.filter((kind) => chosen.has(kind)) })
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label={t('admin:webhooks.url')} error={errors.url?.message} hint={t('admin:webhooks.urlHint')}>
        {(control) => (
          <TextInput {...control} {...form.register('url')} type="url" inputMode="url" autoComplete="off" />
        )}
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">{t('admin:webhooks.kinds')}</legend>
        <div className="flex gap-2">
          <Button variant="plain" size="sm" onClick={() => setChosen(new Set(WEBHOOK_KINDS))}>
            {t('admin:webhooks.all')}
          </Button>
          <Button variant="plain" size="sm" onClick={() => setChosen(new Set())}>
            {t('admin:webhooks.noKinds')}
          </Button>
        </div>
        <Kinds chosen={chosen} onChange={setChosen} />
        <FieldNote error={isAsked && chosen.size === 0 ? t('admin:webhooks.chooseOne') : undefined} />
      </fieldset>
      <Button type="submit" isPending={isSubmitting} className="self-start px-8!">
        {submitLabel}
      </Button>
    </form>
  )
}

function Kinds({ chosen, onChange }: { chosen: Set<string>; onChange: (chosen: Set<string>) => void }) {
  const toggle = (kind: string) => {
    const next = new Set(chosen)
    if (!next.delete(kind)) next.add(kind)
    onChange(next)
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]">
      {KIND_NAMES.map((kind) => (
        <li key={kind}>
          <label className="flex min-h-11 items-center gap-3 text-sm wrap-anywhere">
            <Check checked={chosen.has(kind)} onChange={() => toggle(kind)} />
            <code>{kind}</code>
          </label>
        </li>
      ))}
    </ul>
  )
}
