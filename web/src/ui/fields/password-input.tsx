import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { TextInput } from './field.tsx'

/** Give it `autoComplete="current-password"` or `"new-password"`, so that password managers know what to do. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-12"
      />
      <button
        type="button"
        aria-label={isShown ? t('form.hidePassword') : t('form.showPassword')}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-fg3 hover:text-fg"
      >
        <Icon size={18} />
      </button>
    </div>
  )
}
