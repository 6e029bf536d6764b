import '../../locales/search-texts.ts'
import { useId, useState } from 'react'
import { useSearch } from '../../api/nfts/search.ts'
import { t } from '../../lib/i18n.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { AllOption, CategoryOption, MemberOption, NftOption, RecentOption } from './search-options.tsx'
import { forgetSearches, recentSearches } from './recent-searches.ts'

const SETTLE_MS = 150

type SearchResultsProps = {
  text: string
  listId: string
  activeId: string | undefined
  /** Says what can be found, while nothing is typed. */
  hasHint: boolean
  /** Searches for another text. */
  onText: (text: string) => void
  onChoose: () => void
}

export function SearchResults(props: SearchResultsProps) {
  return props.text.trim() === '' ? <Recent {...props} /> : <Found {...props} text={props.text.trim()} />
}

function Recent({ listId, activeId, hasHint, onText }: SearchResultsProps) {
  const [texts, setTexts] = useState(recentSearches)
  const forget = () => {
    forgetSearches()
    setTexts([])
  }
  if (texts.length === 0) return hasHint && <p className="px-3 py-6 text-center text-fg3">{t('search.hint')}</p>
  return (
    <>
      <div id={listId} role="listbox" aria-label={t('search.recent')}>
        <Group title={t('search.recent')}>
          {texts.map((text) => (
            <RecentOption key={text} text={text} activeId={activeId} onClick={() => onText(text)} />
          ))}
        </Group>
      </div>
      <Button variant="ghost" size="sm" onClick={forget}>
        {t('search.forget')}
      </Button>
    </>
  )
}

function Found({ text, listId, activeId, onChoose }: SearchResultsProps) {
  const asked = useDebounced(text, SETTLE_MS)
  const { data, error, refetch, isPlaceholderData } = useSearch(asked)
  const { nfts = [], users = [], categories = [] } = data ?? {}
  const count = nfts.length + users.length + categories.length
  const option = { activeId, onClick: onChoose }
  return (
    <>
      <p role="status" className="sr-only">
        {data && !isPlaceholderData && t('search.count', { count })}
      </p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !isPlaceholderData && count === 0 && (
        <p className="px-3 py-6 text-center text-fg3">
          {t(asked.length > 2 ? 'search.none' : 'search.noBeginning', { text: asked })}
        </p>
      )}
      <div id={listId} role="listbox" aria-label={t('search.results')} aria-busy={isPlaceholderData || undefined}>
        <Group title={t('search.nfts')}>
          {nfts.map((nft) => (
            <NftOption key={nft.id} nft={nft} {...option} />
          ))}
        </Group>
        <Group title={t('search.users')}>
          {users.map((user) => (
            <MemberOption key={user.id} user={user} {...option} />
          ))}
        </Group>
        <Group title={t('search.categories')}>
          {categories.map((category) => (
            <CategoryOption key={category.id} category={category} {...option} />
          ))}
        </Group>
        <AllOption text={text} {...option} />
      </div>
    </>
  )
}

/** A group without options is none. */
function Group({ title, children }: { title: string; children: React.ReactNode[] }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <div role="group" aria-labelledby={id} className="pb-2">
      <p id={id} className="px-3 pt-2 pb-2 text-xs font-semibold text-fg3">
        {title}
      </p>
      {children}
    </div>
  )
}
