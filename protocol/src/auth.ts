import { z } from 'zod'
import { OTP_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts'
import { plainName } from './users/plain-name.ts'

const REQUIRED = 'Required'
export const required = (message = REQUIRED) =>
  z.string({ error: (issue) => (issue.input == null ? REQUIRED : 'Invalid value') }).min(1, message)

export const email = required()
  .trim()
  .max(254, 'Invalid email')
  .pipe(z.email('Invalid email'))
  .transform((value) => value.toLowerCase())
export const password = required().min(PASSWORD_MIN_LENGTH, 'Too short').max(PASSWORD_MAX_LENGTH, 'Too long')
export const otp = required().regex(new RegExp(`^\\d{${OTP_LENGTH}}$`), 'Invalid OTP')

const matching = <T extends z.ZodType<Record<string, unknown>>>(schema: T, field: string, confirmation: string) =>
  // Asked also of what is no object at all: the schema itself says so, this must not fail on it.
  schema.refine((body: Record<string, unknown> | null | undefined) => body?.[field] === body?.[confirmation], {
    path: [confirmation],
    message: 'Passwords must match',
    when: () => true,
  })

export const signInBody = z.object({ username: required().max(254), password })
export const registerBody = matching(
  z.object({ email, password, confirm_password: required(), terms: z.boolean().nullish() }),
  'password',
  'confirm_password',
)
/** The two fields of the reset page and of a change of password (docs/rules.md R20). */
export const newPasswordForm = matching(
  z.object({ password, confirm_password: required() }),
  'password',
  'confirm_password',
)
export const refreshBody = z.object({ refresh: required() })
/** The refresh token ends its session also when the access token has expired. */
export const signOutBody = z.object({ refresh: z.string().max(200).optional() }).nullish()
export const emailBody = z.object({ email })
/** The address, or the token of an expired link. */
export const resendEmailBody = z
  .object({ email: email.optional(), token: required().max(200).optional() })
  .refine((body) => body.email !== undefined || body.token !== undefined, { path: ['email'], message: 'Required' })
export const resetPasswordBody = matching(
  z.object({ new_password: password, confirm_new_password: required(), token: required(), email }),
  'new_password',
  'confirm_new_password',
)
export const verifyMobileBody = z.object({ token: otp, method: z.literal('SMS').optional() })
export const resendMobileBody = z
  .object({ phone: z.string().trim().max(32, 'Invalid phone number').optional() })
  .nullish()
/** The link of the verification mail; `method` has this one value. */
export const verifyEmailQuery = z.object({ token: required().max(200), method: z.literal('EMAIL').optional() })
/** "k7f2p-9xw4c": shown once, each works once. */
const RECOVERY_CODE = /^[a-z0-9]{5}-?[a-z0-9]{5}$/i
const SIX_DIGITS = new RegExp(`^\\d{${OTP_LENGTH}}$`)
/** A sign-in or step-up code: 6 digits by SMS or from the authenticator, or a recovery code. */
export const otpBody = z.object({
  otp: required()
    .trim()
    .refine((value) => SIX_DIGITS.test(value) || RECOVERY_CODE.test(value), 'Invalid OTP'),
})
export const changePasswordBody = z.object({ current: required(), new_password: password })

export const tokenPair = z.object({ access: z.string(), refresh: z.string() })
export const session = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
})

/** A code is on its way to `phone` (masked); the next one may be asked for in `retry_after` seconds. */
export const codeSent = z.object({ phone: z.string().nullable(), retry_after: z.number().int() })

/** A second factor beside the SMS code. */
export const factor = z.object({
  id: z.string(),
  kind: z.enum(['TOTP', 'PASSKEY']),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export const factors = z.object({ factors: z.array(factor), recovery_codes_left: z.number().int() })
/** The secret for an authenticator app: as a picture, as an address and to type in. */
export const totpSetup = z.object({ id: z.string(), secret: z.string(), uri: z.string(), qr: z.string() })
const factorName = plainName(60).optional()
export const confirmTotpBody = z.object({ otp, name: factorName })
/** The first factor comes with recovery codes, shown this once; later ones come with none. */
export const factorAdded = z.object({ factor, recovery_codes: z.array(z.string()) })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
/** WebAuthn's own JSON, checked by the WebAuthn library. */
const webAuthnJson = z.record(z.string(), z.unknown())
export const passkeyOptions = z.object({ options: webAuthnJson })
export const passkeyAnswerBody = z.object({ response: webAuthnJson })
export const addPasskeyBody = passkeyAnswerBody.extend({ name: factorName })

export type TokenPair = z.infer<typeof tokenPair>
export type Session = z.infer<typeof session>
export type Factor = z.infer<typeof factor>
export type Factors = z.infer<typeof factors>
export type TotpSetup = z.infer<typeof totpSetup>
export type FactorAdded = z.infer<typeof factorAdded>
