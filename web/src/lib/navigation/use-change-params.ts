import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useSearchParams } from './use-search-params.ts'

/**
 * The effect of a change on the history: `push` is a step that Back undoes, `replace` none; `typing` is one step for all the keys
 * until something else is changed.
 */
export type History = 'push' | 'replace' | 'typing'
type ChangeParams = (patch: Record<string, string>, history: History) => void

/** The query of the address, and a way to change some of it; an empty value takes a name out. */
export function useChangeParams(): [URLSearchParams, ChangeParams] {
  const [params, setParams] = useSearchParams()
  const { key } = useLocation()
  const isBackOrForward = useNavigationType() === 'POP'
  // The address follows in a low-priority render: a second change before it must keep the first.
  const newest = useRef(params)
  const isTyping = useRef(false)
  useEffect(() => {
    newest.current = params
    if (isBackOrForward) isTyping.current = false
  }, [params, key, isBackOrForward])
  const change = useCallback<ChangeParams>(
    (patch, history) => {
      const next = new URLSearchParams(newest.current)
      for (const [name, value] of Object.entries(patch)) {
        if (value) next.set(name, value)
        else next.delete(name)
      }
      if (next.toString() === newest.current.toString()) return
      newest.current = next
      const goesOn = history === 'typing' && isTyping.current
      isTyping.current = history === 'typing'
      setParams(next, { replace: goesOn || history === 'replace' })
    },
    [setParams],
  )
  return [params, change]
}
