import type { UserForViewer } from '@verso/protocol/users'
import type { ProfileTab } from '@verso/protocol/pages/pages'
import { tabOf } from '../../../api/nfts/profile-nfts.ts'
import { useSession } from '../../../api/session.ts'
import { useMe } from '../../../api/users.ts'
import { useSearchParams } from '../../../lib/navigation/use-search-params.ts'

/**
 * The tab of the address. Without one, one's own profile starts at Owned, and another's at Created when there is anything
 * (docs/rules.md R109). Undefined until it is known whose profile this is.
 */
export function useProfileTab(userId: string, user: UserForViewer | undefined): ProfileTab | undefined {
  const [params] = useSearchParams()
  const session = useSession()
  const { data: me } = useMe()
  const named = tabOf(params)
  if (named) return named
  if (me?.id === userId) return 'owned'
  if (user && (me || session === 'visitor')) return user.counts.created > 0 ? 'created' : 'owned'
  // As first-script.js has asked already: most who are visited have created something.
  return session === 'visitor' ? 'created' : undefined
}
