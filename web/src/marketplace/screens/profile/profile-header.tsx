import type { UserForViewer } from '@verso/protocol/users'
import type { ReactNode } from 'react'
import { useMe } from '../../../api/users.ts'
import { formatTotal } from '../../../lib/list-total.ts'
import { t } from '../../../lib/i18n.ts'
import { initialsOf, memberNameOf } from '../../../lib/initials.ts'
import { Avatar, hueOf } from '../../../ui/avatar.tsx'
import { EditMenu, PictureButton } from './edit-profile.tsx'
import { FollowButton } from './follow-button.tsx'

const AVATAR_PX = 120

/** Banner, picture and name; the owner also gets the controls to change them (docs/rules.md R34). */
export function ProfileHeader({ user, isOwn }: { user: UserForViewer; isOwn: boolean }) {
  const name = memberNameOf(user)
  const { data: me } = useMe()
  return (
    <header>
      <Banner url={user.header_image_url} id={user.id}>
        {isOwn && <PictureButton picture="header_image" />}
      </Banner>
      <div className="page flex flex-col gap-4 md:flex-row md:items-start md:gap-6">
        <div className="-mt-14 w-fit shrink-0">
          <div className="relative w-fit">
            <Avatar
              id={user.id}
              initials={initialsOf((isOwn && me) || user)}
              src={user.avatar_url}
              size={AVATAR_PX}
              className="shadow-[0_0_0_5px_var(--bg)]"
            />
            {isOwn && <PictureButton picture="avatar" />}
          </div>
          {isOwn && (
            <p className="mt-2 w-0 min-w-full text-center text-xs text-balance text-fg3">
              {t('profile:page.pictureHint')}
            </p>
          )}
        </div>
        <div className="min-w-0 flex-1 md:pt-4">
          <h1
            dir="auto"
            className="text-(length:--text-3xl) leading-tight font-semibold tracking-(--track-display) wrap-anywhere"
          >
            {isOwn ? t('profile:page.mine') : name}
          </h1>
          <p className="mt-1 flex flex-wrap gap-x-2 wrap-anywhere text-fg3">
            {isOwn && (
              <span dir="auto" className="min-w-0 text-fg2">
                {name}
              </span>
            )}
            {user.occupation && (
              <span dir="auto" className="min-w-0">
                {user.occupation}
              </span>
            )}
            <span>{t('profile:page.since', { year: new Date(user.created_at).getFullYear() })}</span>
          </p>
          <Counts counts={user.counts} />
          {user.bio && (
            <p dir="auto" className="mt-3 max-w-2xl text-pretty wrap-anywhere whitespace-pre-line text-fg2">
              {user.bio}
            </p>
          )}
        </div>
        <div className="md:pt-4">{isOwn ? <EditMenu /> : <FollowButton user={user} />}</div>
      </div>
    </header>
  )
}

const Counts = ({ counts: { created, sold, collectors } }: Pick<UserForViewer, 'counts'>) => (
  <ul className="mt-1 flex flex-wrap gap-x-4 text-fg2">
    <li>{t('profile:page.counts.works', { count: created, total: formatTotal(created) })}</li>
    <li>{t('profile:page.counts.sales', { count: sold, total: formatTotal(sold) })}</li>
    <li>{t('profile:page.counts.collectors', { count: collectors, total: formatTotal(collectors) })}</li>
  </ul>
)

/** A cover, else a quiet ground in the colours that stand for the member. */
function Banner({ url, id, children }: { url: string | null; id: string; children: ReactNode }) {
  const hue = hueOf(id)
  const ground = `linear-gradient(115deg, oklch(.6 .13 ${hue} / .5), oklch(.5 .15 ${hue + 50} / .22) 70%)`
  return (
    <div className="relative h-36 overflow-hidden bg-s2 md:h-56" style={url ? undefined : { backgroundImage: ground }}>
      {url && <img src={url} alt="" width={1440} height={224} className="size-full object-cover" />}
      {children}
    </div>
  )
}
