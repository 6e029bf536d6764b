import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'

const isForbidden = (error: unknown) =>
  error instanceof ApiError && error.status === 403 && error.code !== 'step_up_required'

/** A refusal may mean that the role was taken away meanwhile: the guard then reads the profile again. */
export function watchLostRights(client: QueryClient): void {
  const lookAgain = (error: unknown) => {
    if (isForbidden(error)) void client.invalidateQueries({ queryKey: ['users', 'me'] })
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') lookAgain(event.action.error)
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') lookAgain(event.action.error)
  })
}
