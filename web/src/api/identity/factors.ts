import type { Body, Data } from '@verso/protocol/endpoints'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../client.ts'
import { ME } from '../users.ts'

/** WebAuthn's own JSON, as the protocol types it. */
type Json<T> = T & Record<string, unknown>

const KEY = ['factors']
const loadWebAuthn = () => import('@simplewebauthn/browser')

export const useFactors = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('GET /api/auth/factors/', { signal }) })

export const beginTotp = () => call('POST /api/auth/factors/totp/')

function useFactorMutation<Data, Variables>(mutationFn: (variables: Variables) => Promise<Data>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => Promise.all([KEY, ME].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

export const useConfirmTotp = () =>
  useFactorMutation(({ id, otp }: { id: string; otp: string }) =>
    call('POST /api/auth/factors/totp/{id}/', { params: { id }, body: { otp } }),
  )

export const useAddPasskey = () =>
  useFactorMutation(async (name: string) => {
    const { startRegistration } = await loadWebAuthn()
    const { options } = await call('POST /api/auth/factors/passkeys/options/')
    const response = await startRegistration({ optionsJSON: options as Json<PublicKeyCredentialCreationOptionsJSON> })
    return call('POST /api/auth/factors/passkeys/', { body: { response: { ...response }, name } })
  })

export const useRemoveFactor = () =>
  useFactorMutation((id: string) => call('DELETE /api/auth/factors/{id}/', { params: { id } }))

export const useNewRecoveryCodes = () =>
  useFactorMutation<Data<'POST /api/auth/factors/recovery-codes/'>, void>(() =>
    call('POST /api/auth/factors/recovery-codes/'),
  )

/** The browser's answer to the server's challenge. */
async function answerChallenge(): Promise<Body<'POST /api/auth/verify/passkey/'>> {
  const { startAuthentication } = await loadWebAuthn()
  const { options } = await call('POST /api/auth/verify/passkey/options/')
  const optionsJSON = options as Json<PublicKeyCredentialRequestOptionsJSON>
  return { response: { ...(await startAuthentication({ optionsJSON })) } }
}

export const signInWithPasskey = async () => call('POST /api/auth/verify/passkey/', { body: await answerChallenge() })
export const stepUpWithPasskey = async () =>
  call('POST /api/auth/verify/step-up/passkey/', { body: await answerChallenge() })
