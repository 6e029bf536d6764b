import type { UserForViewer } from '@verso/protocol/users'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ProfileTab } from '@verso/protocol/pages/pages'
import { oneUser } from '../../../api/users.ts'
import { isMoreThanCounted } from '../../../lib/list-total.ts'

/** A list is looked up every 5 s, the member is not: where the two differ, the member is read again, once for each new number. */
export function useFreshCounts(
  user: UserForViewer | undefined,
  { tab, total }: { tab: ProfileTab | undefined; total: number | undefined },
): void {
  const client = useQueryClient()
  const asked = useRef('')
  useEffect(() => {
    if (!user || !tab || tab === 'withdrawn' || total === undefined) return
    const known = user.counts[tab]
    if (total === known || (isMoreThanCounted(total) && isMoreThanCounted(known))) return
    const question = `${user.id} ${tab} ${total}`
    if (asked.current === question) return
    asked.current = question
    void client.invalidateQueries({ queryKey: oneUser(user.id).queryKey, exact: true })
  }, [client, user, tab, total])
}
