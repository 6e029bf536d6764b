import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { fieldErrors, formError } from './form-errors.ts'

const refusal = (...errors: ApiError['errors']) => new ApiError(400, { errors })

test('messages of fields go to the fields, non_field_errors to the form', () => {
  const error = refusal({ non_field_errors: ['Unable to sign in.'], username: ['Required'] })
  expect(fieldErrors(error)).toEqual({ username: 'Required' })
  expect(formError(error)).toBe('Unable to sign in.')
  expect(formError(refusal({ username: ['Required'] }))).toBeUndefined()
  expect(formError(new ApiError(502, {}))).toBe('Something went wrong')
})

test('what is said of a chain that is away is replaced above a form too', () => {
  const away = new ApiError(503, { code: 'chain_unavailable', errors: ['The chain does not answer.'] })
  expect(formError(away)).toBe('Transaction failed. Try again in few minutes ')
})
