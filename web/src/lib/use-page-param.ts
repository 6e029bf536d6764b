import { useState } from 'react'
import { useChangeParams } from './use-change-params.ts'

/** The page of a list, counted from 0 here and from 1 in the address; without a name it is in no address. */
export function usePageParam(name: string | undefined): [number, (page: number) => void] {
  const [params, changeParams] = useChangeParams()
  const [ownPage, setOwnPage] = useState(0)
  if (name === undefined) return [ownPage, setOwnPage]
  const page = Number(params.get(name))
  return [
    Number.isSafeInteger(page) && page > 1 ? page - 1 : 0,
    (next) => changeParams({ [name]: next > 0 ? String(next + 1) : '' }, 'push'),
  ]
}
