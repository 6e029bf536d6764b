import type { FactorAdded, Factors, TokenPair, TotpSetup } from '@verso/protocol/auth'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'

type Options<T> = { options: T }

const KEY = ['factors']
const loadWebAuthn = () => import('@simplewebauthn/browser')

export const useFactors = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.get<Factors>('/api/auth/factors/', { signal }) })

export const beginTotp = () => api.post<TotpSetup>('/api/auth/factors/totp/')

function useFactorMutation<Data, Variables>(mutationFn: (variables: Variables) => Promise<Data>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: KEY }) })
}

export const useConfirmTotp = () =>
  useFactorMutation(({ id, otp }: { id: string; otp: string }) =>
    api.post<FactorAdded>(`/api/auth/factors/totp/${id}/`, { otp }),
  )

export const useAddPasskey = () =>
  useFactorMutation(async (name: string) => {
    const { startRegistration } = await loadWebAuthn()
    const { options } = await api.post<Options<PublicKeyCredentialCreationOptionsJSON>>(
      '/api/auth/factors/passkeys/options/',
    )
    const response = await startRegistration({ optionsJSON: options })
    return api.post<FactorAdded>('/api/auth/factors/passkeys/', { response, name })
  })

export const useRemoveFactor = () => useFactorMutation((id: string) => api.delete<unknown>(`/api/auth/factors/${id}/`))

export const useNewRecoveryCodes = () =>
  useFactorMutation<{ recovery_codes: string[] }, void>(() => api.post('/api/auth/factors/recovery-codes/'))

/** The browser's answer to the server's challenge, sent to where it is to count. */
async function answerWithPasskey<T>(path: string): Promise<T> {
  const { startAuthentication } = await loadWebAuthn()
  const { options } = await api.post<Options<PublicKeyCredentialRequestOptionsJSON>>(
    '/api/auth/verify/passkey/options/',
  )
  return api.post<T>(path, { response: await startAuthentication({ optionsJSON: options }) })
}

export const signInWithPasskey = () => answerWithPasskey<TokenPair>('/api/auth/verify/passkey/')
export const stepUpWithPasskey = () => answerWithPasskey<unknown>('/api/auth/verify/step-up/passkey/')
