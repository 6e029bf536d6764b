import { describe, expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { errorMessage } from './error-message.ts'

const refusal = (...errors: ApiError['errors']) => new ApiError(400, { errors })

describe('the text of a failed call', () => {
  test('is the first entry when that is a plain string', () => {
    expect(errorMessage(refusal('Listing is reserved', 'second'))).toBe('Listing is reserved')
  })
  test('is the first message of the first field', () => {
    expect(errorMessage(refusal({ email: ['Invalid email', 'x'], password: ['Too short'] }))).toBe('Invalid email')
  })
  test('is the fallback without one', () => {
    expect(errorMessage(refusal())).toBe('Something went wrong')
    expect(errorMessage(refusal(), 'Invalid OTP')).toBe('Invalid OTP')
    expect(errorMessage(new TypeError('boom'))).toBe('Something went wrong')
  })
  test('replaces what the provider says about a chain that is away', () => {
    const text = 'The blockchain service is temporarily unavailable.'
    expect(errorMessage(refusal(text))).toBe('Transaction failed. Try again in few minutes ')
  })
  test('replaces what is said of a chain that is away, told by its code', () => {
    const away = new ApiError(503, { code: 'chain_unavailable', errors: ['The chain does not answer.'] })
    expect(errorMessage(away)).toBe('Transaction failed. Try again in few minutes ')
  })
  test('says so when there was no answer at all', () => {
    expect(errorMessage(new ApiError(0, {}))).toMatch('cannot be reached')
  })
})
