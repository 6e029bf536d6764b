import { email, required } from '@verso/protocol/auth'
import { updateMeBody } from '@verso/protocol/users'
import type { z } from 'zod'

export const profileSchema = updateMeBody
  .pick({ first_name: true, last_name: true, display_name: true, occupation: true, bio: true })
  .extend({
    email: required().pipe(email),
  })
export type ProfileFields = z.output<typeof profileSchema>
