import type { Body } from '@verso/protocol/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call } from '../client.ts'

const FEATURED = ['admin', 'featured']

/** The operators' choice for the front of Explore. */
export const useChosenFeatured = () =>
  useQuery({ queryKey: FEATURED, queryFn: ({ signal }) => call('GET /api/admin/featured/', { signal }) })

export function useChooseFeatured() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (body: Body<'PUT /api/admin/featured/'>) => call('PUT /api/admin/featured/', { body }),
    toasts: { success: t('admin:settings.featuredSaved') },
    onSuccess: (featured) => client.setQueryData(FEATURED, featured),
    // Another admin may have chosen meanwhile: theirs is shown.
    onError: () => client.invalidateQueries({ queryKey: FEATURED }),
  })
}

/** Works and members that visitors can find; nothing without a text. */
export const useFoundByName = (q: string) =>
  useQuery({
    queryKey: ['admin', 'found', q],
    queryFn: ({ signal }) => call('GET /api/search/', { query: { q }, signal }),
    enabled: q !== '',
  })
