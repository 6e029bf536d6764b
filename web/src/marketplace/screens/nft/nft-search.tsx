import { addressOf } from '@verso/protocol/pages/pages'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../../lib/i18n.ts'
import { SearchInput } from '../../../ui/fields/search-input.tsx'

/** Searching from an NFT's page leads to Explore with what was searched for. */
export function NftSearch() {
  const [search, setSearch] = useState('')
  const navigate = useNavigate()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    void navigate(addressOf('home', { search: search.trim() }))
  }
  return (
    <form role="search" onSubmit={submit} className="w-full md:w-[360px]">
      <SearchInput label={t('search.byName')} value={search} onChange={setSearch} enterKeyHint="search" />
    </form>
  )
}
