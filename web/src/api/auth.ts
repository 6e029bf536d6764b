import type { Session, TokenPair } from '@verso/protocol/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../lib/i18n.ts'
import { useToastedMutation } from '../lib/use-toasted-mutation.ts'
import { api } from './client.ts'

type Credentials = { username: string; password: string }
type Registration = { email: string; password: string; confirm_password: string; terms?: boolean | undefined }
type PasswordReset = { new_password: string; confirm_new_password: string; token: string; email: string }

/** The first half of a sign-in: a temporary pair (docs/rules.md R44). */
export const requestToken = (body: Credentials) => api.post<TokenPair>('/api/auth/token/', body, { isPublic: true })

export const useRegister = () =>
  useToastedMutation({
    mutationFn: (body: Registration) => api.post<{ email: string }>('/api/auth/register/', body, { isPublic: true }),
    toasts: { success: t('auth:toasts.registered'), error: t('auth:toasts.registerError') },
  })

export const useVerifyEmail = () =>
  useToastedMutation({
    mutationFn: (token: string) =>
      api.get<unknown>('/api/auth/verify/email/', { query: { token, method: 'EMAIL' }, isPublic: true }),
    toasts: {
      loading: t('auth:toasts.verifyLoading'),
      success: t('auth:toasts.verifySuccess'),
      error: t('auth:toasts.verifyError'),
    },
  })

export const useResendEmail = () =>
  useToastedMutation({
    mutationFn: (body: { email: string } | { token: string }) =>
      api.post<unknown>('/api/auth/verify/resend-email/', body, { isPublic: true }),
    toasts: { success: t('auth:toasts.emailSent'), error: t('auth:toasts.emailSendError'), preferServerError: true },
  })

export const useRequestPasswordReset = () =>
  useToastedMutation({
    mutationFn: (body: { email: string }) =>
      api.post<unknown>('/api/auth/request-password-reset/', body, { isPublic: true }),
    toasts: { success: t('auth:toasts.resetLinkSent'), error: t('auth:toasts.resetLinkError') },
  })

export const useResetPassword = () =>
  useToastedMutation({
    mutationFn: (body: PasswordReset) => api.post<unknown>('/api/auth/reset-password/', body, { isPublic: true }),
    toasts: {
      loading: t('auth:toasts.sendingPassword'),
      success: t('auth:toasts.passwordReset'),
      error: t('auth:toasts.passwordResetError'),
    },
  })

/** Sends a code to the phone; without a phone again to the one on file. */
export const useSendMobileCode = () =>
  useToastedMutation({
    mutationFn: (body: { phone?: string }) => api.post<unknown>('/api/auth/verify/resend-mobile/', body),
    toasts: { success: t('auth:toasts.otpSent'), error: t('auth:toasts.otpSendError'), preferServerError: true },
  })

export const useVerifyMobile = () =>
  useToastedMutation({
    mutationFn: (code: string) => api.post<unknown>('/api/auth/verify/mobile/', { token: code, method: 'SMS' }),
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
    mutationFn: (otp: string) => api.post<TokenPair>('/api/auth/verify/otp/', { otp }),
    toasts: {
      loading: t('auth:toasts.verifyingOtp'),
      success: t('auth:toasts.otpVerified'),
      error: t('auth:toasts.invalidOtp'),
      preferServerError: true,
    },
  })

export const sendStepUpCode = () => api.post<unknown>('/api/auth/verify/step-up/send/')

/** The Retry of a step-up. */
export const useResendStepUpCode = () =>
  useToastedMutation({
    mutationFn: sendStepUpCode,
    toasts: { success: t('auth:toasts.otpSent'), error: t('auth:toasts.otpSendError'), preferServerError: true },
  })
export const verifyStepUp = (otp: string) => api.post<unknown>('/api/auth/verify/step-up/', { otp })

/** Ends all other sessions. */
export function useChangePassword() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (body: { current: string; new_password: string }) => api.post<unknown>('/api/auth/password/', body),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    toasts: { success: t('profile:security.passwordChanged'), error: t('profile:security.passwordChangeError') },
  })
}

export const useSessions = () =>
  useQuery({ queryKey: ['sessions'], queryFn: ({ signal }) => api.get<Session[]>('/api/auth/sessions/', { signal }) })

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: () => api.delete<unknown>('/api/auth/sessions/'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    toasts: { success: t('profile:sessions.othersEnded') },
  })
}

export function useRevokeSession() {
  const client = useQueryClient()
  return useToastedMutation({
    mutationFn: (id: string) => api.delete<unknown>(`/api/auth/sessions/${id}/`),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
    toasts: { success: t('profile:sessions.ended') },
  })
}
