import type { User } from '@verso/protocol/users'
import { addressOf } from '@verso/protocol/pages/pages'
import { initialsOf, memberNameOf } from '../../../../lib/initials.ts'
import { t } from '../../../../lib/i18n.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Link } from '../../../../ui/link.tsx'

/** A row of artists, each the way to their profile; as high while they are not known. */
export function FeaturedArtists({ users }: { users: User[] | undefined }) {
  if (!users) return <span className="block h-11" />
  if (users.length === 0) return null
  return (
    <ul aria-label={t('front.artists')} className="front-row flex gap-2 overflow-x-auto">
      {users.map((user) => (
        <li key={user.id} className="shrink-0">
          <Link
            to={addressOf('user', { userId: user.id })}
            className="front-artist flex h-11 max-w-48 items-center gap-2 rounded-full bg-s2 font-medium hairline"
          >
            <Avatar id={user.id} initials={initialsOf(user)} src={user.avatar_url} size={32} />
            <span dir="auto" className="truncate">
              {memberNameOf(user)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
