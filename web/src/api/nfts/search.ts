import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../client.ts'

/** The NFTs, members and categories that have the text in their name, best first. Nothing is asked without a text. */
export const useSearch = (text: string) =>
  useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call('GET /api/search/', { query: { q: text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
