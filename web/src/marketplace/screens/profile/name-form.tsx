import { type FormEvent, useState } from 'react'
import { useUpdateMe } from '../../../api/users.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextInput } from '../../../ui/fields/field.tsx'

/** Asks a new owner how others may call them. */
export function NameForm() {
  const update = useUpdateMe()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) update.mutate({ display_name: name.trim() })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2 border-t border-line pt-4">
      <div className="min-w-0 flex-1">
        <Field
          label={t('profile:bought.name')}
          hint={t('profile:bought.nameHint')}
          error={update.error ? errorMessage(update.error) : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={name}
              onChange={(event) => setName(event.target.value)}
              autoComplete="nickname"
            />
          )}
        </Field>
      </div>
      <Button type="submit" variant="plain" isPending={update.isPending}>
        {t('profile:bought.save')}
      </Button>
    </form>
  )
}
