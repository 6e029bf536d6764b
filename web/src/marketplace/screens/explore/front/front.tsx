import './front-texts.ts'
import './front.css'
import { addressOf } from '@verso/protocol/pages/pages'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFeatured } from '../../../../api/nfts/featured.ts'
import { t } from '../../../../lib/i18n.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Link } from '../../../../ui/link.tsx'
import { FeaturedArtists } from './featured-artists.tsx'
import { FeaturedNfts } from './featured-nfts.tsx'
import { FRONT_CLOSED } from './front-closed.ts'

/** A visitor's first view: the product in a sentence, its use in three steps, and something to look at. */
export function Front({ onClose }: { onClose: (isClosed: true) => void }) {
  const close = () => {
    localStorage.setItem(FRONT_CLOSED, '1')
    onClose(true)
  }
  const { data, isError } = useFeatured()
  const isEmpty = isError || (data && data.nfts.length + data.users.length === 0)
  return (
    <section
      aria-labelledby="front-title"
      className="front-panel relative flex flex-col gap-3 rounded-xl bg-s1 p-4 hairline"
    >
      <div className="front-words flex flex-col gap-3">
        <h2 id="front-title" className="front-title text-xl leading-tight font-semibold tracking-[-.02em]">
          {t('front.title')}
        </h2>
        <ol aria-label={t('front.label')} className="flex flex-col gap-1 text-fg2">
          <Step number={1}>
            <Link to={addressOf('register')} className="link text-fg">
              {t('front.join')}
            </Link>{' '}
            {t('front.joinRest')}
          </Step>
          <Step number={2}>{t('front.choose')}</Step>
          <Step number={3}>{t('front.yours')}</Step>
        </ol>
      </div>
      {!isEmpty && (
        <div className="flex min-w-0 flex-col gap-3">
          <FeaturedNfts nfts={data?.nfts} />
          <FeaturedArtists users={data?.users} />
        </div>
      )}
      <IconButton label={t('front.close')} className="front-close absolute" onClick={close}>
        <X size={18} aria-hidden />
      </IconButton>
    </section>
  )
}

const Step = ({ number, children }: { number: number; children: ReactNode }) => (
  <li className="flex items-baseline gap-2.5">
    <span aria-hidden className="num w-3 shrink-0 text-sm font-semibold text-fg3">
      {number}
    </span>
    <span>{children}</span>
  </li>
)
