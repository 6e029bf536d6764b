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

/** The factors of the member that can stand in for the 6-digit code: a passkey, or one of the recovery codes. */
export function OtherFactors({ onPasskey, onRecoveryCode }: OtherFactorsProps) {
  const hasPasskey = useHasFactor('PASSKEY')
  const hasRecoveryCode = useHasFactor('RECOVERY_CODE')
  const [isTyping, setIsTyping] = useState(false)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<{ of: Kind; text: string }>()
  const [pending, setPending] = useState<Kind>()

  const attempt = async (of: Kind, verify: () => Promise<unknown>) => {
    setFailure(undefined)
    setPending(of)
    try {
      await verify()
    } catch (error) {
      setFailure({ of, text: errorMessage(error, t('auth:otherFactors.passkeyFailed')) })
    } finally {
      setPending(undefined)
    }
  }
  const errorOf = (kind: Kind) => (failure?.of === kind ? failure.text : undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void attempt('RECOVERY_CODE', () => onRecoveryCode(code.trim()))
  }
  if (!hasPasskey && !hasRecoveryCode) return null
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      {hasPasskey && (
        <Button variant="ghost" isPending={pending === 'PASSKEY'} onClick={() => void attempt('PASSKEY', onPasskey)}>
          <KeyRound size={17} aria-hidden />
          {t('auth:otherFactors.passkey')}
        </Button>
      )}
      {errorOf('PASSKEY') && (
        <p role="alert" className="text-center text-sm text-bad">
          {errorOf('PASSKEY')}
        </p>
      )}
      {isTyping ? (
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          <Field
            label={t('auth:otherFactors.recoveryCode')}
            error={errorOf('RECOVERY_CODE')}
            hint={t('auth:otherFactors.recoveryHint')}
          >
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
          <Button type="submit" variant="plain" isPending={pending === 'RECOVERY_CODE'} disabled={!code.trim()}>
            {t('auth:otherFactors.useRecoveryCode')}
          </Button>
        </form>
      ) : (
        hasRecoveryCode && (
          <Button variant="ghost" onClick={() => setIsTyping(true)}>
            {t('auth:otherFactors.useRecoveryCode')}
          </Button>
        )
      )}
    </div>
  )
}
