import { destination } from '../../api/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { whySignIn } from './why-sign-in.ts'

/** Why one is asked to sign in, where there is a reason. */
export function WhyNotice() {
  const path = destination()
  return <Notice kind="info">{path && whySignIn(path)}</Notice>
}
