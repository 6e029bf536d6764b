import type { PageBody } from '@verso/protocol/pages/footer-pages'
import type { FooterPage } from '@verso/protocol/pages/pages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { call } from './client.ts'

/** A page of the footer as everybody reads it. */
export const usePage = (page: FooterPage) =>
  useQuery({
    queryKey: ['pages', page],
    queryFn: ({ signal }) => call('GET /api/pages/{page}/', { params: { page }, signal, isPublic: true }),
  })

export const useAdminPages = () =>
  useQuery({
    queryKey: ['admin', 'pages'],
    queryFn: ({ signal }) => call('GET /api/admin/pages/', { signal }),
  })

/** Newest first, so the first is the text of today. */
export const usePageVersions = (page: FooterPage) =>
  useQuery({
    queryKey: ['admin', 'pages', page],
    queryFn: ({ signal }) => call('GET /api/admin/pages/{page}/versions/', { params: { page }, signal }),
  })

export function useSavePage(page: FooterPage) {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (body: PageBody) => call('PUT /api/admin/pages/{page}/', { params: { page }, body }),
    toasts: { success: t('admin:pages.saved') },
    // Also when it was refused: then there is another version to look at.
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'pages'] }),
  })
}
