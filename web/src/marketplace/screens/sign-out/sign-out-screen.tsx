import { addressOf } from '@verso/protocol/pages/pages'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { SignOut } from '../../../account/sign-out.tsx'
import { forgetDraft } from '../create/draft/draft.ts'
import { forgetDraftFiles } from '../create/draft/draft-files.ts'

export function SignOutScreen() {
  const { state } = useLocation()
  const [isLost] = useState(() => Boolean((state as { isLost?: boolean } | null)?.isLost))
  // Whoever signs out leaves nothing of what they have begun on this computer. A session that has ended is no such wish.
  useEffect(() => {
    if (isLost) return
    forgetDraft()
    void forgetDraftFiles()
  }, [isLost])
  return <SignOut signInPath={addressOf('signIn')} />
}
