import { required } from '@verso/protocol/auth'
import { z } from 'zod'
import { t } from '../../../lib/i18n.ts'

/** The server decides whether it is a mobile number; this refuses what cannot be one. */
export const phoneSchema = z.object({ phone: required().regex(/^\+\d{8,15}$/, t('auth:fields.phoneInvalid')) })
