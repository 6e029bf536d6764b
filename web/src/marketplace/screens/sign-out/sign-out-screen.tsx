import { useQueryClient } from '@tanstack/react-query'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Me } from '@verso/protocol/users'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { rememberEmail } from '../../../account/known-email.ts'
import { SignOut } from '../../../account/sign-out.tsx'
import { ME } from '../../../api/users.ts'
import { forgetBuy } from '../../nfts/buy-intent.ts'
import { forgetDraft } from '../create/draft/draft.ts'
import { forgetDraftFiles } from '../create/draft/draft-files.ts'

export function SignOutScreen() {
  const state = useLocation().state as { isLost?: boolean; message?: string } | null
  const queries = useQueryClient()
  // As it was at first: the sign-out empties both.
  const [{ isLost, isWanted, email }] = useState(() => ({
    isLost: Boolean(state?.isLost),
    isWanted: state === null,
    email: queries.getQueryData<Me>(ME)?.email,
  }))
  // A member who signs out leaves no draft on this computer; one whose session has ended keeps it.
  useEffect(() => {
    if (isLost) return void (email && rememberEmail(email))
    // After a step of the registration a buyer goes on to the checkout.
    if (isWanted) forgetBuy()
    forgetDraft()
    void forgetDraftFiles()
  }, [isLost, isWanted, email])
  return <SignOut signInPath={addressOf('signIn')} />
}
