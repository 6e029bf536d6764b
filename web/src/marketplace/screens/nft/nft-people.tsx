import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { useMe, useUser } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { initialsOf, memberNameOf } from '../../../lib/initials.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Link } from '../../../ui/link.tsx'

type Person = Parameters<typeof memberNameOf>[0]
type PersonLinkProps = { label: string; person: Person; src: string | null }

/** The creator, and the owner when that is another member. */
export function NftPeople({ nft }: { nft: Nft }) {
  const { data: me } = useMe()
  // One's own letters are those of the account's menu, also where others are told less.
  const creator = me?.id === nft.created_by ? me : nft.creator
  const isResold = nft.owned_by !== null && nft.owned_by !== nft.created_by
  const { data: owner } = useUser(nft.owned_by ?? '', isResold)
  return (
    <div className="flex flex-wrap gap-5">
      <PersonLink label={t('nft.createdBy')} person={creator} src={nft.creator.logo} />
      {!isResold && nft.owned_by !== null && (
        <PersonLink label={t('nft.ownedBy')} person={creator} src={nft.creator.logo} />
      )}
      {isResold && owner && <PersonLink label={t('nft.ownedBy')} person={owner} src={owner.avatar_url} />}
    </div>
  )
}

const PersonLink = ({ label, person, src }: PersonLinkProps) => (
  <Link to={addressOf('user', { userId: person.id })} className="flex w-fit max-w-full items-center gap-3 rounded-md">
    <Avatar id={person.id} initials={initialsOf(person)} src={src} size={40} />
    <span className="min-w-0">
      <span className="block text-sm text-fg3">{label}</span>
      <span dir="auto" className="block truncate font-semibold">
        {memberNameOf(person)}
      </span>
    </span>
  </Link>
)
