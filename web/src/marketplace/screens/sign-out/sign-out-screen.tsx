import { addressOf } from '@verso/protocol/pages/pages'
import { useEffect } from 'react'
import { SignOut } from '../../../account/sign-out.tsx'
import { forgetDraft } from '../create/draft/draft.ts'
import { forgetDraftFiles } from '../create/draft/draft-files.ts'

export function SignOutScreen() {
  // What a member has begun to make is nothing for the next one on this computer.
  useEffect(() => {
    forgetDraft()
    void forgetDraftFiles()
  }, [])
  return <SignOut signInPath={addressOf('signIn')} />
}
