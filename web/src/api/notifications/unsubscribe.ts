import { useMutation } from '@tanstack/react-query'
import { call } from '../client.ts'

/** Ends mails of one kind, by the link in one of them and without a sign-in. */
export const useUnsubscribe = () =>
  useMutation({
    mutationFn: (token: string) =>
      call('POST /api/notifications/unsubscribe/{token}/', { params: { token }, isPublic: true }),
  })
