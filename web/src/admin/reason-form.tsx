import { REASON_MAX_LENGTH } from '@verso/protocol/limits'
import { z } from 'zod'
import { t } from '../lib/i18n.ts'
import { useZodForm } from '../lib/use-zod-form.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'

const reasonForm = z.object({ reason: z.string().trim().min(1, 'Required').max(REASON_MAX_LENGTH, 'Too long') })

type ReasonFormProps = {
  lead: string
  label: string
  submitLabel: string
  /** Throws what the server refused; its toast has said it. */
  onSubmit: (reason: string) => Promise<unknown>
  onDone: () => void
}

/** A decision that has to be explained. */
export function ReasonForm({ lead, label, submitLabel, onSubmit, onDone }: ReasonFormProps) {
  const form = useZodForm(reasonForm, { defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.submit(async ({ reason }) => {
    try {
      await onSubmit(reason)
      onDone()
    } catch (error) {
      form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p>{lead}</p>
      <Field label={label} error={errors.reason?.message}>
        {(control) => <TextArea {...control} {...form.register('reason')} rows={3} autoFocus />}
      </Field>
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button variant="danger" type="submit" isPending={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
