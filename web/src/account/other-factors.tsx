import type { Me } from '@verso/protocol/users'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMe } from '../api/users.ts'
import { errorMessage } from '../lib/error-message.ts'
import { t } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextInput } from '../ui/fields/field.tsx'

type OtherFactorsProps = { onPasskey: () => Promise<unknown>; onRecoveryCode: (code: string) => Promise<unknown> }

type Kind = Me['other_factors'][number]

/** Whether the member has this factor beside the SMS; before that is known it is offered. */
export const useHasFactor = (kind: Kind): boolean => useMe().data?.other_factors?.includes(kind) ?? true

/** What of the member's own can stand in for the 6-digit code: a passkey, or one of the recovery codes. */
export function OtherFactors({ onPasskey, onRecoveryCode }: OtherFactorsProps) {
  const hasPasskey = useHasFactor('PASSKEY')
  const hasRecoveryCode = useHasFactor('RECOVERY_CODE')
  const [isTyping, setIsTyping] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isPending, setIsPending] = useState(false)

  const attempt = async (verify: () => Promise<unknown>) => {
    setError(undefined)
    setIsPending(true)
    try {
      await verify()
    } catch (failure) {
      setError(errorMessage(failure, t('auth:otherFactors.passkeyFailed')))
    } finally {
      setIsPending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void attempt(() => onRecoveryCode(code.trim()))
  }
  if (!hasPasskey && !hasRecoveryCode) return null
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {hasPasskey && (
        <Button variant="ghost" isPending={isPending && !isTyping} onClick={() => void attempt(onPasskey)}>
          <KeyRound size={17} aria-hidden />
          {t('auth:otherFactors.passkey')}
        </Button>
      )}
      {isTyping ? (
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <Field label={t('auth:otherFactors.recoveryCode')} error={error} hint={t('auth:otherFactors.recoveryHint')}>
            {(control) => (
              <TextInput
                {...control}
                value={code}
                onChange={(event) => setCode(event.target.value)}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
              />
            )}
          </Field>
          <Button type="submit" variant="plain" isPending={isPending} disabled={!code.trim()}>
            {t('auth:otherFactors.useRecoveryCode')}
          </Button>
        </form>
      ) : (
        <>
          {hasRecoveryCode && (
            <Button variant="ghost" onClick={() => setIsTyping(true)}>
              {t('auth:otherFactors.useRecoveryCode')}
            </Button>
          )}
          {error && (
            <p role="alert" className="text-center text-sm text-bad">
              {error}
            </p>
          )}
        </>
      )}
    </div>
  )
}
