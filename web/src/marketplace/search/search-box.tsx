import '../../locales/search-texts.ts'
import { addressOf } from '@verso/protocol/pages/pages'
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { SearchInput } from '../../ui/fields/search-input.tsx'
import { Boundary } from '../../ui/loading/boundary.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { recentSearches, rememberSearch } from './recent-searches.ts'
import { useOptionKeys } from './use-option-keys.ts'

const SearchResults = lazyPart(() => import('./search-results.tsx'), 'SearchResults')

type SearchBoxProps = {
  /** Its results stand below it; elsewhere they float over the page while one is in the box. */
  isInDialog?: boolean
  /** One goes to what was found. */
  onLeave?: () => void
  className?: string
}

/** The results scroll by themselves. */
const IN_DIALOG = { minHeight: 0, marginInline: -12, overflowY: 'auto' } as const
const BELOW = { top: 'calc(100% + 6px)', maxHeight: '60dvh', overflowY: 'auto' } as const

/** A combobox that finds works, members and categories (docs/rules.md R119). Enter alone shows all works that match, on Explore. */
export function SearchBox({ isInDialog = false, onLeave, className }: SearchBoxProps) {
  const [text, setText] = useState('')
  const [isEntered, setIsEntered] = useState(isInDialog)
  const results = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { activeId, forgetActive, onKeyDown } = useOptionKeys(results)
  const navigate = useNavigate()
  const hasOptions = isEntered && (text.trim() !== '' || recentSearches().length > 0)

  const type = (next: string) => {
    setText(next)
    setIsEntered(true)
    forgetActive()
  }
  const leave = () => {
    rememberSearch(text.trim())
    setIsEntered(isInDialog)
    forgetActive()
    onLeave?.()
  }
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    leave()
    void navigate(addressOf('home', { search: text.trim() }))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isInDialog) return onKeyDown(event)
    // The first Escape closes the results, the next one empties the field, as the browser does.
    if (hasOptions) event.preventDefault()
    setIsEntered(false)
    forgetActive()
  }
  return (
    <form
      role="search"
      onSubmit={submit}
      onBlur={(event) => {
        if (!isInDialog && !event.currentTarget.contains(event.relatedTarget)) setIsEntered(false)
      }}
      className={cx(isInDialog ? 'flex size-full flex-col' : 'relative', className)}
    >
      <SearchInput
        label={t('search.everything')}
        value={text}
        onChange={type}
        onFocus={() => setIsEntered(true)}
        onKeyDown={press}
        autoFocus={isInDialog}
        enterKeyHint="search"
        autoComplete="off"
        role="combobox"
        aria-expanded={hasOptions}
        aria-controls={hasOptions ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
      />
      {isEntered && (
        <div
          ref={results}
          // A press takes the focus to it, where Safari gives a button none: out of the box it would close the results.
          tabIndex={-1}
          style={isInDialog ? IN_DIALOG : BELOW}
          className={isInDialog ? 'mt-3 flex-1' : cx('pop absolute inset-x-0 z-30', !hasOptions && 'hidden')}
        >
          <Boundary>
            <Suspense fallback={null}>
              <SearchResults {...{ text, listId, activeId, hasHint: isInDialog }} onText={type} onChoose={leave} />
            </Suspense>
          </Boundary>
        </div>
      )}
    </form>
  )
}
