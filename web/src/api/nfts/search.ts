import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../client.ts'

/** What has the text in its name: NFTs, members and categories, best first. Nothing is asked without a text. */
export const useSearch = (text: string) =>
  useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call('GET /api/search/', { query: { q: text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
