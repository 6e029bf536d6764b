import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { t } from '../../../lib/i18n.ts'
import { ExtraPart } from './extra-part.tsx'
import type { CreateInput } from './create-schema.ts'

const PreviewCard = lazyPart(() => import('./preview-card.tsx'), 'PreviewCard')

/** The card as Explore will show it, as soon as there is a file or a name. */
export function CreatePreview({ values }: { values: CreateInput }) {
  const isBegun = Boolean(values.nftFile || values.thumbnail || values.name)
  return (
    <aside aria-label={t('create.preview')} className="min-w-0 md:sticky md:top-[calc(var(--nav)+40px)] md:self-start">
      <p className="mb-3 text-sm font-medium text-fg3">{t('create.preview')}</p>
      {isBegun ? (
        <ExtraPart fallback={<Blank />}>
          <PreviewCard values={values} />
        </ExtraPart>
      ) : (
        <Blank />
      )}
    </aside>
  )
}

const Blank = () => (
  <div aria-hidden className="card">
    <span className="block aspect-square bg-s2" />
    <p className="p-4 text-[15px] font-semibold text-fg3">{t('create.untitled')}</p>
  </div>
)
