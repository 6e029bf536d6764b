import { OTP_LENGTH } from '@verso/protocol/limits'
import { type FormEvent, useId, useRef, useState } from 'react'
import { errorMessage } from '../lib/error-message.ts'
import { t } from '../lib/i18n.ts'
import { Button } from '../ui/button.tsx'
import { FieldNote } from '../ui/fields/field.tsx'
import { OtpInput } from '../ui/fields/otp-input.tsx'
import { Notice } from '../ui/notice.tsx'
import { ResendButton } from './resend-button.tsx'

type CodeFormProps = {
  submitLabel: string
  onVerify: (code: string) => Promise<unknown>
  onResend: () => Promise<unknown>
  /** The key under which this tab keeps when the code was sent (last-sent.ts). */
  storageKey: string
  /** Why no code was sent. */
  failure?: string | undefined
}

/** Six boxes, sent by themselves when full, and a Retry that is locked for 30 s. */
export function CodeForm({ submitLabel, onVerify, onResend, storageKey, failure }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isPending, setIsPending] = useState(false)
  // A second send may come before the state of the first is drawn: Enter right after the last digit.
  const isUnderWay = useRef(false)
  const noteId = useId()

  const verify = async (value: string) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setIsPending(true)
    setError(undefined)
    try {
      // The page is left then: an Enter that follows would send the code again.
      await onVerify(value)
    } catch (refusal) {
      setError(errorMessage(refusal, t('auth:toasts.invalidOtp')))
      setCode('')
      isUnderWay.current = false
      setIsPending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length < OTP_LENGTH) return setError(t('auth:toasts.invalidOtp'))
    void verify(code)
  }
  const change = (value: string) => {
    setCode(value)
    if (value) setError(undefined)
  }
  const resend = async () => {
    await onResend()
    setError(undefined)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Notice>{failure}</Notice>
      <div className="flex flex-col gap-2">
        <OtpInput
          value={code}
          onChange={change}
          onComplete={(value) => void verify(value)}
          isInvalid={Boolean(error)}
          describedBy={noteId}
          autoFocus
        />
        <FieldNote id={noteId} error={error} />
      </div>
      <Button type="submit" size="lg" isPending={isPending}>
        {submitLabel}
      </Button>
      <ResendButton label={t('otp.retry')} onResend={resend} storageKey={storageKey} isLockedAtFirst />
    </form>
  )
}
