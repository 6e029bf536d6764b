import { newPasswordForm, required } from '@verso/protocol/auth'

export const passwordSchema = newPasswordForm.safeExtend({ current: required() })
