import { email, required } from '@verso/protocol/auth'
import { type Me, updateMeBody } from '@verso/protocol/users'
import type { z } from 'zod'
import { changedFields } from '../../../../lib/forms/changed-fields.ts'

const profileSchema = updateMeBody
  .pick({ first_name: true, last_name: true, display_name: true, occupation: true, bio: true })
  .extend({
    email: required().pipe(email),
  })

/** Here, and not in the form, to be no part of the first load. */
export const profileChanges = (me: Me) => profileSchema.transform((fields) => changedFields(fields, me))
export type ProfileFields = z.input<typeof profileSchema>
export type ProfileChanges = z.output<ReturnType<typeof profileChanges>>
