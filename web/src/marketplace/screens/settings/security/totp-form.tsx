import type { TotpSetup } from '@verso/protocol/auth'
import { OTP_LENGTH } from '@verso/protocol/limits'
import { type FormEvent, useId, useState } from 'react'
import { useConfirmTotp } from '../../../../api/identity/factors.ts'
import { errorMessage } from '../../../../lib/error-message.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { FieldNote } from '../../../../ui/fields/field.tsx'
import { OtpInput } from '../../../../ui/fields/otp-input.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { showRecoveryCodes } from './recovery-codes.tsx'

/** The picture for the authenticator app, and the first code from it as proof that it took it in. */
export function TotpForm({ setup, onDone }: { setup: TotpSetup; onDone: () => void }) {
  const confirm = useConfirmTotp()
  const [code, setCode] = useState('')
  const noteId = useId()
  const verify = async (otp: string) => {
    // The boxes stay enabled meanwhile: disabled ones would lose the focus.
    if (confirm.isPending) return
    try {
      // Awaited here: a callback is not called any more once the modal is closed, and the codes are shown this once.
      const { recovery_codes } = await confirm.mutateAsync({ id: setup.id, otp })
      onDone()
      void toast.success(t('profile:factors.totpAdded'))
      showRecoveryCodes(recovery_codes)
    } catch {
      setCode('')
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void verify(code)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p>{t('profile:totp.text')}</p>
      <img src={setup.qr} alt={t('profile:totp.qr')} width={200} height={200} className="self-center rounded-md" />
      <div className="flex items-center gap-2 rounded-lg bg-s2 py-1 pr-1 pl-4">
        <span className="num min-w-0 flex-1 text-sm wrap-anywhere text-fg">{setup.secret}</span>
        <CopyButton text={setup.secret} label={t('profile:totp.copy')} />
      </div>
      <OtpInput
        value={code}
        onChange={setCode}
        onComplete={(otp) => void verify(otp)}
        isInvalid={confirm.isError}
        describedBy={noteId}
        autoFocus
      />
      <FieldNote id={noteId} error={confirm.error ? errorMessage(confirm.error) : undefined} />
      <Button type="submit" isPending={confirm.isPending} disabled={code.length < OTP_LENGTH}>
        {t('profile:totp.confirm')}
      </Button>
    </form>
  )
}
