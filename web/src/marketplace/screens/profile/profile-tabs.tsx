import { addressOf, PROFILE_TABS, type ProfileTab } from '@verso/protocol/pages/pages'
import type { UserForViewer } from '@verso/protocol/users'
import { useNfts } from '../../../api/nfts/nfts.ts'
import { tabQuery } from '../../../api/nfts/profile-nfts.ts'
import { cx } from '../../../lib/cx.ts'
import { t } from '../../../lib/i18n.ts'
import { formatTotal } from '../../../lib/list-total.ts'
import { Link } from '../../../ui/link.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'

type ProfileTabsProps = {
  user: UserForViewer
  current: ProfileTab | undefined
  /** Of the list that is shown: it is newer than the profile's own numbers. */
  total: number | undefined
}

/** Created, Owned, Sold and Withdrawn, each with its count and an address of its own. */
export function ProfileTabs({ user, current, total }: ProfileTabsProps) {
  const withdrawn = useNfts({ ...tabQuery(user.id, 'withdrawn'), limit: 1 })
  const counts: Record<ProfileTab, number | undefined> = { ...user.counts, withdrawn: withdrawn.data?.total }
  const countOf = (tab: ProfileTab) => (tab === current ? total : undefined) ?? counts[tab]
  return (
    <TabRow label={t('profile:page.tabs.label')} current={current}>
      <ul className="flex min-w-max gap-4 border-b border-line md:gap-6">
        {PROFILE_TABS.map((tab) => (
          <li key={tab}>
            <Link
              to={addressOf('user', { userId: user.id, tab })}
              aria-current={tab === current ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-2 border-b-2 px-1 font-medium transition hover:text-fg',
                tab === current ? 'border-accent-text text-fg' : 'border-transparent text-fg3',
              )}
            >
              {t(`profile:page.tabs.${tab}`)}
              <Count total={countOf(tab)} />
            </Link>
          </li>
        ))}
      </ul>
    </TabRow>
  )
}

const Count = ({ total }: { total: number | undefined }) => (
  <span className="num text-sm text-fg3">{total === undefined ? '' : formatTotal(total)}</span>
)
