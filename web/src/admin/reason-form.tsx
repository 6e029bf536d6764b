import { REASON_MAX_LENGTH } from '@verso/protocol/limits'
import { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { t } from '../lib/i18n.ts'
import { useZodForm } from '../lib/forms/use-zod-form.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/fields/field.tsx'

type ReasonFormProps = {
  lead: string
  label: string
  submitLabel: string
  maxLength?: number
  isOptional?: boolean
  /** The decision takes nothing away, so the button is not a warning. */
  isSafe?: boolean
  /** Throws what the server refused; its toast has said it. */
  onSubmit: (reason: string) => Promise<unknown>
  onDone: () => void
}

/** A decision that has to be explained: its reason, reference or note. */
export function ReasonForm({ lead, label, submitLabel, onSubmit, onDone, ...options }: ReasonFormProps) {
  const form = useZodForm(reasonSchema(options), { defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.submit(async ({ reason }) => {
    try {
      await onSubmit(reason)
      onDone()
    } catch (error) {
      // It has become something else than was shown; the list is read again.
      if (error instanceof ApiError && error.code === 'conflict') onDone()
      else form.showServerErrors(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <p>{lead}</p>
      <Field label={label} error={errors.reason?.message} aside={options.isOptional && t('form.optional')}>
        {(control) => <TextArea {...control} {...form.register('reason')} rows={3} autoFocus />}
      </Field>
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={onDone}>
          {t('actions.cancel')}
        </Button>
        <Button variant={options.isSafe ? 'primary' : 'danger'} type="submit" isPending={isSubmitting}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

const reasonSchema = ({
  maxLength = REASON_MAX_LENGTH,
  isOptional,
}: Pick<ReasonFormProps, 'maxLength' | 'isOptional'>) =>
  z.object({
    reason: z
      .string()
      .trim()
      .min(isOptional ? 0 : 1, 'Required')
      .max(maxLength, 'Too long'),
  })
