import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { useEffect, useRef } from 'react'
import type { z } from 'zod'
import { fieldErrors } from './form-errors.ts'
import { tellNotLoaded } from '../when-loaded.ts'
import { useFocusFirstError } from './use-focus-first-error.ts'

type Options<Input extends FieldValues, Output> = Omit<
  UseFormProps<Input, unknown, Output>,
  'resolver' | 'shouldFocusError'
>
type ZodForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output> & {
  /** `<form onSubmit={form.submit(save)} noValidate>`: on a failed check the first error is scrolled to and focused (docs/rules.md R11). */
  submit: (onValid: (values: Output) => unknown) => (event?: React.BaseSyntheticEvent) => Promise<void>
  /** Puts the messages of the server beside their fields; fields the form does not have are left out. */
  showServerErrors: (error: unknown) => void
}

type Schema<Input, Output> = z.ZodType<Output, Input>
type SchemaSource<Input, Output> = Schema<Input, Output> | (() => Promise<Schema<Input, Output>>)

/**
 * A form checked by a zod schema, mostly the one the server checks with too. Given a function that imports the schema, zod
 * and the schema are no part of the screen's first load: they come when the person begins to use the page.
 */
export function useZodForm<Input extends FieldValues, Output>(
  source: SchemaSource<Input, Output>,
  options: Options<Input, Output> = {},
): ZodForm<Input, Output> {
  const form = useForm<Input, unknown, Output>({ ...options, resolver: resolverOf(source), shouldFocusError: false })
  const focusFirstError = useFocusFirstError()
  useLoadedOnUse(source)
  // A state would let the second of two clicks through, as it is drawn only after both (a double click makes one NFT).
  const isRunning = useRef(false)
  return {
    ...form,
    submit: (onValid) => {
      let isWrong = false
      const run = form.handleSubmit(
        async (values) => void (await onValid(values)),
        () => {
          isWrong = true
        },
      )
      return async (event) => {
        event?.preventDefault()
        if (isRunning.current) return
        isRunning.current = true
        isWrong = false
        try {
          await run(event)
          // React Hook Form would focus the first field that was registered; this takes the first one on the page.
          if (isWrong) focusFirstError()
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

function useLoadedOnUse<Input, Output>(source: SchemaSource<Input, Output>): void {
  const newest = useRef(source)
  newest.current = source
  useEffect(() => {
    const load = () => typeof newest.current === 'function' && void newest.current().catch(() => undefined)
    document.addEventListener('focusin', load, { once: true })
    return () => document.removeEventListener('focusin', load)
  }, [])
}

/** The first message of each field; our forms are flat, so a field is the first step of the path. */
const resolverOf =
  <Input extends FieldValues, Output>(source: SchemaSource<Input, Output>): Resolver<Input, unknown, Output> =>
  async (values) => {
    const schema = typeof source === 'function' ? await source().catch(tellNotLoaded) : source
    const parsed = schema?.safeParse(values)
    if (parsed?.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of parsed?.error.issues ?? [UNCHECKED])
      errors[String(path[0])] ??= { type: String(code), message }
    return { values: {}, errors: errors as FieldErrors<Input> }
  }

/** Nothing is sent that could not be checked. */
const UNCHECKED = { path: ['root'], code: 'unreachable', message: '' }
