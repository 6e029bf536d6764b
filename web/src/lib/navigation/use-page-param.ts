import { useState } from 'react'
import { useChangeParams } from './use-change-params.ts'

type PageState = [page: number, setPage: (page: number) => void]

/** The page of a list, counted from 0 here and from 1 in the address; without a name it is in no address. */
export function usePageParam(name: string | undefined): PageState {
  const ownPage = useState(0)
  const addressPage = useAddressPage(name ?? '')
  return name === undefined ? ownPage : addressPage
}

function useAddressPage(name: string): PageState {
  const [params, changeParams] = useChangeParams()
  const page = Number(params.get(name))
  return [
    Number.isSafeInteger(page) && page > 1 ? page - 1 : 0,
    (next) => changeParams({ [name]: next > 0 ? String(next + 1) : '' }, 'push'),
  ]
}
