import {
  type DefaultError,
  type MutationFunction,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import { useId } from 'react'
import { isSessionEnded } from '../api/api-error.ts'
import { toast } from '../ui/overlays/toast.ts'
import { errorMessage } from './error-message.ts'

type ToastTexts<Data, Variables> = {
  /** Shown from the start until the call ends. */
  loading?: string
  success?: string | ((data: Data, variables: Variables) => string)
  /** Shown when the call fails. With `preferServerError` only when the server gave no text of its own. */
  error?: string
  preferServerError?: boolean
}

type Options<Data, Variables> = UseMutationOptions<Data, DefaultError, Variables> & {
  mutationFn: MutationFunction<Data, Variables>
  toasts: ToastTexts<Data, Variables>
}

/** A mutation that says how it goes: loading, then success or error (docs/rules.md R13), all in one toast. */
export function useToastedMutation<Data, Variables = void>(
  options: Options<Data, Variables>,
): UseMutationResult<Data, DefaultError, Variables> {
  const { toasts, mutationFn, ...rest } = options
  const form = useId()
  return useMutation({
    ...rest,
    mutationFn: async (variables, context) => {
      const id = toasts.loading ? await toast.loading(toasts.loading, { form }) : undefined
      try {
        const data = await mutationFn(variables, context)
        const text = typeof toasts.success === 'function' ? toasts.success(data, variables) : toasts.success
        if (text) void toast.success(text, { id, form })
        else void toast.dismiss(id)
        return data
      } catch (error) {
        const text = toasts.preferServerError || !toasts.error ? errorMessage(error, toasts.error) : toasts.error
        // The page is being left, and that is said by itself.
        void (isSessionEnded(error) ? toast.dismiss(id) : toast.error(text, { id, form }))
        throw error
      }
    },
  })
}
