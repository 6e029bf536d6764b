import { MIN_LISTING_PRICE_CENTS } from '@verso/protocol/limits'
import { parseUsdCents } from '@verso/protocol/usd'
import { type SubmitEvent, useRef, useState } from 'react'
import { useSettings } from '../../api/settings.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { fieldErrors } from '../../lib/forms/form-errors.ts'
import { useFocusFirstError } from '../../lib/forms/use-focus-first-error.ts'

/** The least price, a setting of the server. */
export function useMinPriceCents(): number {
  const minPrice = useSettings().data?.min_listing_price
  return (minPrice === undefined ? null : parseUsdCents(minPrice)) ?? MIN_LISTING_PRICE_CENTS
}

/**
 * One price and its rules, which come with the first try; the minimum is the server's setting. A form library for a single
 * field would weigh more than the rest of the owner's panel.
 */
export function useListingForm(initialPrice = '') {
  const minCents = useMinPriceCents()
  const focusFirstError = useFocusFirstError()
  const [price, setPrice] = useState(initialPrice)
  const [error, setError] = useState<string>()
  const newest = useRef(initialPrice)
  const isChecked = useRef(false)
  const isRunning = useRef(false)

  const check = async (text: string): Promise<boolean> => {
    const { priceProblem } = await import('./listing-schema.ts')
    const problem = priceProblem(text, minCents)
    if (newest.current === text) setError(problem)
    return problem === undefined
  }
  const change = (text: string) => {
    newest.current = text
    setPrice(text)
    if (isChecked.current) void check(text).catch(() => undefined)
  }
  const send = async (list: () => Promise<unknown>) => {
    try {
      isChecked.current = true
      if (!(await check(newest.current))) return focusFirstError()
      await list()
    } catch (failure) {
      setError(fieldErrors(failure).price ?? errorMessage(failure))
      focusFirstError()
    }
  }
  /** `list` may fail: what the server says stands beside the price. */
  const submit = (list: () => Promise<unknown>) => async (event: SubmitEvent) => {
    event.preventDefault()
    // A state would let the second of two clicks through.
    if (isRunning.current) return
    isRunning.current = true
    await send(list)
    isRunning.current = false
  }
  return { price, error, change, submit }
}

export type ListingForm = ReturnType<typeof useListingForm>
