import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useRef } from 'react'
import type { z } from 'zod'
import { fieldErrors } from './error-message.ts'

type Options<Input extends FieldValues, Output> = Omit<
  UseFormProps<Input, unknown, Output>,
  'resolver' | 'shouldFocusError'
>
type ZodForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** `<form onSubmit={form.submit(save)} noValidate>`: on a failed check the first error is scrolled to and focused (spec §5). */
  submit: (onValid: (values: Output) => unknown) => (event?: React.BaseSyntheticEvent) => Promise<void>
  /** Puts the messages of the server beside their fields; fields the form does not have are left out. */
  showServerErrors: (error: unknown) => void
}

/** A form checked by a zod schema, mostly the one the server checks with too. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  options: Options<Input, Output> = {},
): ZodForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({ ...options, resolver: resolverOf(schema), shouldFocusError: false })
  // A state would let the second of two clicks through, as it is drawn only after both (a double click makes one work).
  const isRunning = useRef(false)
  return {
    ...form,
    submit: (onValid) => {
      const run = form.handleSubmit(
        async (values) => void (await onValid(values)),
        () => focusFirstError(),
      )
      return async (event) => {
        event?.preventDefault()
        if (isRunning.current) return
        isRunning.current = true
        try {
          await run(event)
        } finally {
          isRunning.current = false
        }
      }
    },
    showServerErrors: (error) => {
      const known = form.getValues()
      for (const [field, message] of Object.entries(fieldErrors(error))) {
        if (field in known) form.setError(field as FieldPath<Input>, { message })
      }
      focusFirstError()
    },
  }
}

/** The first message of each field; our forms are flat, so a field is the first step of the path. */
const resolverOf =
  <Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>): Resolver<Input, unknown, Output> =>
  (values) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of parsed.error.issues)
      errors[String(path[0])] ??= { type: String(code), message }
    return { values: {}, errors: errors as FieldErrors<Input> }
  }

/** React Hook Form focuses the first field that was registered; this takes the first one on the page. */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>('[data-invalid] button, [aria-invalid=true]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({
      block: 'center',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
  })
}
