import type { Nft } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { memberNameOf } from '../../../../lib/initials.ts'
import { t } from '../../../../lib/i18n.ts'
import { Link } from '../../../../ui/link.tsx'

const BONES = [0, 1, 2, 3]
const item = 'front-nft shrink-0'

/** A row of pictures, each the way to its work; bones of their size until they are known. */
export function FeaturedNfts({ nfts }: { nfts: Nft[] | undefined }) {
  if (!nfts)
    return (
      <Row>
        {BONES.map((bone) => (
          <Bone key={bone} />
        ))}
      </Row>
    )
  if (nfts.length === 0) return null
  return (
    <Row label={t('front.works')}>
      {nfts.map((nft) => (
        <li key={nft.id} className={item}>
          <Link to={addressOf('nft', { nftId: nft.id })} className="block rounded-lg">
            <img
              src={nft.thumbnail_url}
              alt=""
              width={144}
              height={144}
              loading="lazy"
              decoding="async"
              className="aspect-square w-full rounded-lg bg-s2 object-cover"
            />
            <span dir="auto" className="front-name mt-1.5 block h-5 truncate font-medium">
              {nft.name}
            </span>
            <span dir="auto" className="block h-5 truncate text-sm text-fg3">
              {memberNameOf(nft.creator)}
            </span>
          </Link>
        </li>
      ))}
    </Row>
  )
}

const Row = ({ label, children }: { label?: string; children: React.ReactNode }) => (
  <ul aria-label={label} aria-hidden={!label} className="front-row flex gap-3 overflow-x-auto">
    {children}
  </ul>
)

const Bone = () => (
  <li className={item}>
    <span className="bone block aspect-square rounded-lg!" />
    <span className="mt-1.5 block h-10" />
  </li>
)
