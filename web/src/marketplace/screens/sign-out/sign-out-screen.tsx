import { useQueryClient } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Me } from '@verso/protocol/users'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { rememberEmail } from '../../../identity/known-email.ts'
import { SignOut } from '../../../identity/sign-out.tsx'
import { ME } from '../../../api/users.ts'
import { forgetBuy } from '../../nfts/buy-intent.ts'
import { forgetDraft } from '../create/draft/draft.ts'
import { forgetDraftFiles } from '../create/draft/draft-files.ts'
import { forgetProfileDraft } from '../settings/profile/profile-draft.ts'

export function SignOutScreen() {
  const state = useLocation().state as { isLost?: boolean; isDeleted?: boolean } | null
  const queries = useQueryClient()
  // As it was at first: the sign-out empties both.
  const [{ isLost, isMeant, email }] = useState(() => ({
    isLost: Boolean(state?.isLost),
    isMeant: state === null || Boolean(state.isDeleted),
    email: queries.getQueryData<Me>(ME)?.email,
  }))
  // A member who signs out or has left leaves no draft on this computer; one whose session has ended by itself, by a new password or
  // by a new phone goes on with it after the next sign-in (docs/rules.md R49), as a buyer goes on to the checkout.
  useEffect(() => {
    if (isLost && email) rememberEmail(email)
    if (!isMeant) return
    forgetBuy()
    forgetDraft()
    forgetProfileDraft()
    void forgetDraftFiles()
  }, [isLost, isMeant, email])
  return <SignOut signInPath={addressOf('signIn')} />
}
