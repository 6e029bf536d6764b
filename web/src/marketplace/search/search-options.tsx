import type { Nft } from '@verso/protocol/nfts'
import type { Category } from '@verso/protocol/operations/settings'
import { addressOf } from '@verso/protocol/pages/pages'
import type { User } from '@verso/protocol/users'
import { Clock, Search, Shapes } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { initialsOf, memberNameOf } from '../../lib/initials.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Link } from '../../ui/link.tsx'
import { Price } from '../../ui/text/price.tsx'
import { creatorName, shownListing } from '../nfts/nft-view.ts'

type OptionProps = { activeId: string | undefined; onClick: () => void }

export const NftOption = ({ nft, ...option }: OptionProps & { nft: Nft }) => (
  <LinkOption {...option} id={`search-nft-${nft.id}`} to={addressOf('nft', { nftId: nft.id })}>
    <img src={nft.card_url} alt="" width={44} height={44} className="size-11 rounded-sm bg-s3 object-cover" />
    <Lines first={nft.name} second={creatorName(nft)} />
    {shownListing(nft) && <Price usd={shownListing(nft)?.price} className="shrink-0 text-sm" />}
  </LinkOption>
)

export const MemberOption = ({ user, ...option }: OptionProps & { user: User }) => (
  <LinkOption {...option} id={`search-user-${user.id}`} to={addressOf('user', { userId: user.id })}>
    <Avatar id={user.id} initials={initialsOf(user)} src={user.avatar_url} size={44} />
    <Lines first={memberNameOf(user)} second={user.occupation || t('search.member')} />
  </LinkOption>
)

export const CategoryOption = ({ category, ...option }: OptionProps & { category: Category }) => (
  <LinkOption
    {...option}
    id={`search-category-${category.id}`}
    to={addressOf('home', { category: String(category.id) })}
  >
    <Sign>
      <Shapes size={18} />
    </Sign>
    <Lines first={category.name} second={t('search.category')} />
  </LinkOption>
)

export const AllOption = ({ text, ...option }: OptionProps & { text: string }) => (
  <LinkOption {...option} id="search-all" to={addressOf('home', { search: text })}>
    <Sign>
      <Search size={18} />
    </Sign>
    <Lines first={t('search.all', { text })} />
  </LinkOption>
)

/** Not a link: it searches again. The field keeps the focus, and the keys. */
export const RecentOption = ({ text, activeId, onClick }: OptionProps & { text: string }) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox presses it
  <div
    role="option"
    id={`search-recent-${text}`}
    tabIndex={-1}
    {...look(`search-recent-${text}`, activeId)}
    onClick={onClick}
    onMouseDown={keepFocus}
  >
    <Sign>
      <Clock size={18} />
    </Sign>
    <Lines first={text} />
  </div>
)

const keepFocus = (event: React.MouseEvent) => event.preventDefault()

const look = (id: string, activeId: string | undefined) => ({
  'aria-selected': id === activeId,
  className: cx('flex items-center gap-3 rounded-sm px-3 py-2 hover:bg-s3', id === activeId && 'bg-s3'),
})

type LinkOptionProps = OptionProps & { id: string; to: string; children: ReactNode }
const LinkOption = ({ id, to, activeId, onClick, children }: LinkOptionProps) => (
  <Link role="option" id={id} tabIndex={-1} to={to} {...look(id, activeId)} onClick={onClick} onMouseDown={keepFocus}>
    {children}
  </Link>
)

const Sign = ({ children }: { children: ReactNode }) => (
  <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-sm bg-s3 text-fg3">
    {children}
  </span>
)

const Lines = ({ first, second }: { first: string; second?: string }) => (
  <span className="min-w-0 flex-1">
    <span dir="auto" className="block truncate font-medium text-fg">
      {first}
    </span>
    {second && (
      <span dir="auto" className="block truncate text-sm text-fg3">
        {second}
      </span>
    )}
  </span>
)
