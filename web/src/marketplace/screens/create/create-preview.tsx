import { isLiveChain } from '@verso/protocol/chains'
import { useMe } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { memberNameOf } from '../../../lib/initials.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Price } from '../../../ui/text/price.tsx'
import { ChainGlyph } from '../../nfts/chain-glyph.tsx'
import type { CreateInput } from './create-schema.ts'
import { MediaPreview } from './files/media-preview.tsx'

/** The card as Explore will show it. */
export function CreatePreview({ values }: { values: CreateInput }) {
  const { data: me } = useMe()
  const name = me ? memberNameOf(me) : ''
  return (
    <aside aria-label={t('create.preview')} className="min-w-0 md:sticky md:top-[calc(var(--nav)+40px)] md:self-start">
      <p className="mb-3 text-sm font-medium text-fg3">{t('create.preview')}</p>
      <div className="card">
        <div className="relative aspect-square overflow-hidden bg-s2">
          <MediaPreview artwork={values.nftFile} thumbnail={values.thumbnail} />
        </div>
        <div className="p-4">
          <div className="flex items-center gap-2">
            <p dir="auto" className="min-w-0 flex-1 truncate text-[15px] font-semibold">
              {values.name || t('create.untitled')}
            </p>
            {isLiveChain(values.chain ?? '') && <ChainGlyph chain={values.chain} />}
          </div>
          <p className="mt-1 flex min-w-0 items-center gap-1.5 text-sm text-fg3">
            <Avatar id={me?.id ?? ''} src={me?.avatar_url} size={16} />
            <span dir="auto" className="truncate">
              {name}
            </span>
          </p>
          <p className="mt-4 text-[15px]">
            <Price usd={null} />
          </p>
        </div>
      </div>
    </aside>
  )
}
