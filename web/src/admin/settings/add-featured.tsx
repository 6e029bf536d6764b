import type { Featured } from '@verso/protocol/nfts/featured'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useFoundByName } from '../../api/admin/admin-featured.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { memberNameOf } from '../../lib/initials.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { SearchInput } from '../../ui/fields/search-input.tsx'

const SETTLE_MS = 250

type AddFeaturedProps = {
  /** Undefined: there is room for no more of them. */
  addNft: ((nft: Featured['nfts'][number]) => void) | undefined
  addUser: ((user: Featured['users'][number]) => void) | undefined
}

/** Finds a work or an artist by name, to put it in front. */
export function AddFeatured({ addNft, addUser }: AddFeaturedProps) {
  const [text, setText] = useState('')
  const { data, error } = useFoundByName(useDebounced(text.trim(), SETTLE_MS))
  const isNone = data && data.nfts.length + data.users.length === 0
  return (
    <div className="flex flex-col gap-2">
      <SearchInput label={t('admin:settings.featuredSearch')} value={text} onChange={setText} />
      <ul aria-label={t('admin:settings.featuredFound')} className="flex flex-wrap gap-2 empty:hidden">
        {addNft &&
          data?.nfts.map((nft) => (
            <Add key={nft.id} name={`${nft.name} · ${memberNameOf(nft.creator)}`} onClick={() => addNft(nft)} />
          ))}
        {addUser &&
          data?.users.map((user) => <Add key={user.id} name={memberNameOf(user)} onClick={() => addUser(user)} />)}
      </ul>
      <p role="status" className="text-sm text-fg3">
        {!text.trim() ? '' : error ? errorMessage(error) : isNone ? t('admin:settings.featuredNotFound') : ''}
      </p>
    </div>
  )
}

const Add = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <li className="max-w-full min-w-0">
    <Button
      variant="plain"
      className="max-w-full"
      onClick={onClick}
      aria-label={t('admin:settings.featuredAdd', { name })}
    >
      <Plus size={16} aria-hidden className="shrink-0" />
      <span dir="auto" className="truncate">
        {name}
      </span>
    </Button>
  </li>
)
