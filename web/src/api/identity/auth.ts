import type { Body } from '@verso/protocol/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/i18n.ts'
import { useToastedMutation } from '../../lib/use-toasted-mutation.ts'
import { call } from '../client.ts'
import { startTemporarySession } from '../session.ts'
import { fetchMe } from '../users.ts'

export type Credentials = Body<'POST /api/auth/token/'>

/** The first half of a sign-in: a temporary session (docs/rules.md R44), and whose it is. */
export async function openTemporarySession(credentials: Credentials) {
  startTemporarySession(await call('POST /api/auth/token/', { body: credentials, isPublic: true }))
  return fetchMe()
}

export const useRegister = () =>
  useToastedMutation({
    mutationFn: (body: Body<'POST /api/auth/register/'>) => call('POST /api/auth/register/', { body, isPublic: true }),
    toasts: { success: t('auth:toasts.registered'), error: t('auth:toasts.registerError') },
  })

export const useVerifyEmail = () =>
  useToastedMutation({
    mutationFn: (token: string) =>
      call('GET /api/auth/verify/email/', { query: { token, method: 'EMAIL' }, isPublic: true }),
    toasts: {
      loading: t('auth:toasts.verifyLoading'),
      success: t('auth:toasts.verifySuccess'),
      error: t('auth:toasts.verifyError'),
    },
  })

export const useResendEmail = () =>
  useToastedMutation({
    mutationFn: (body: Body<'POST /api/auth/verify/resend-email/'>) =>
      call('POST /api/auth/verify/resend-email/', { body, isPublic: true }),
    toasts: { success: t('auth:toasts.emailSent'), error: t('auth:toasts.emailSendError'), preferServerError: true },
  })

export const useRequestPasswordReset = () =>
  useToastedMutation({
    mutationFn: (body: Body<'POST /api/auth/request-password-reset/'>) =>
      call('POST /api/auth/request-password-reset/', { body, isPublic: true }),
    toasts: { success: t('auth:toasts.resetLinkSent'), error: t('auth:toasts.resetLinkError') },
  })

export const useResetPassword = () =>
  useToastedMutation({
    mutationFn: (body: Body<'POST /api/auth/reset-password/'>) =>
      call('POST /api/auth/reset-password/', { body, isPublic: true }),
    toasts: {
      loading: t('auth:toasts.sendingPassword'),
      success: t('auth:toasts.passwordReset'),
      error: t('auth:toasts.passwordResetError'),
    },
  })

/** Sends a code to the phone; without a phone again to the one on file. */
export const useSendMobileCode = () =>
  useToastedMutation({
    mutationFn: (body: { phone?: string }) => call('POST /api/auth/verify/resend-mobile/', { body }),
    toasts: { success: t('auth:toasts.otpSent'), error: t('auth:toasts.otpSendError'), preferServerError: true },
  })

export const useVerifyMobile = () =>
  useToastedMutation({
    mutationFn: (token: string) => call('POST /api/auth/verify/mobile/', { body: { token, method: 'SMS' } }),
    toasts: {
      loading: t('auth:toasts.verifyingOtp'),
      success: t('auth:toasts.phoneVerified'),
      error: t('auth:toasts.invalidOtp'),
      preferServerError: true,
    },
  })

/** The second half of a sign-in: the code opens the full session. */
export const useVerifyOtp = () =>
  useToastedMutation({
    mutationFn: (otp: string) => call('POST /api/auth/verify/otp/', { body: { otp } }),
    toasts: {
      loading: t('auth:toasts.verifyingOtp'),
      success: t('auth:toasts.otpVerified'),
      error: t('auth:toasts.invalidOtp'),
      preferServerError: true,
    },
  })

export const sendStepUpCode = () => call('POST /api/auth/verify/step-up/send/')

/** The Retry of a step-up. */
export const useResendStepUpCode = () =>
  useToastedMutation({
    mutationFn: sendStepUpCode,
    toasts: { success: t('auth:toasts.otpSent'), error: t('auth:toasts.otpSendError'), preferServerError: true },
  })
export const verifyStepUp = (otp: string) => call('POST /api/auth/verify/step-up/', { body: { otp } })

/** Ends all other sessions. */
export function useChangePassword() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (body: Body<'POST /api/auth/password/'>) => call('POST /api/auth/password/', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    toasts: { success: t('profile:security.passwordChanged'), error: t('profile:security.passwordChangeError') },
  })
}

export const useSessions = () =>
  useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => call('GET /api/auth/sessions/', { signal }) })

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: () => call('DELETE /api/auth/sessions/'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    toasts: { success: t('profile:sessions.othersEnded') },
  })
}

export function useRevokeSession() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => call('DELETE /api/auth/sessions/{id}/', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    toasts: { success: t('profile:sessions.ended') },
  })
}
