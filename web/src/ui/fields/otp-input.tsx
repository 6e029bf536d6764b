import { OTP_LENGTH } from '@verso/protocol/limits'
import { OTPInput, type SlotProps } from 'input-otp'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'

type OtpInputProps = {
  value: string
  onChange: (value: string) => void
  onComplete?: (value: string) => void
  isInvalid?: boolean
  disabled?: boolean
  autoFocus?: boolean
  describedBy?: string
}

/** Six boxes over one real input: pasting, dictation and the phone's own code suggestion work. */
export function OtpInput({ value, onChange, onComplete, isInvalid, disabled, autoFocus, describedBy }: OtpInputProps) {
  return (
    <OTPInput
      maxLength={OTP_LENGTH}
      value={value}
      onChange={onChange}
      onComplete={onComplete}
      disabled={disabled}
      autoFocus={autoFocus}
      inputMode="numeric"
      pattern="^\d+$"
      pasteTransformer={(text) => text.replace(/\D/g, '')}
      autoComplete="one-time-code"
      aria-label={t('otp.label')}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      containerClassName="flex gap-2"
      render={({ slots }) => slots.map((slot, index) => <Slot key={index} slot={slot} isInvalid={isInvalid} />)}
    />
  )
}

function Slot({ slot, isInvalid }: { slot: SlotProps; isInvalid?: boolean | undefined }) {
  return (
    <div
      className={cx(
        'num grid h-14 min-w-0 flex-1 place-items-center rounded-md border bg-s2 text-2xl font-semibold transition',
        slot.isActive ? 'border-2 border-(--ring)' : isInvalid ? 'border-bad' : 'border-field',
      )}
    >
      {slot.char ?? (slot.hasFakeCaret && <span className="h-6 animate-pulse border-l" />)}
    </div>
  )
}
