import { formatDateTime } from '@verso/protocol/dates'
import type { ModerationItem } from '@verso/protocol/nfts/moderation'
import { REPORT_REASONS } from '@verso/protocol/nfts'
import { addressOf } from '@verso/protocol/pages/pages'
import { useSettings } from '../../api/settings.ts'
import { t } from '../../lib/i18n.ts'
import { memberNameOf } from '../../lib/initials.ts'
import { Button } from '../../ui/button.tsx'

type QueueEvidenceProps = { item: ModerationItem; onBlockBytes: () => void }

/** All reports of an NFT, and the other NFTs with the same file. */
export function QueueEvidence({ item, onBlockBytes }: QueueEvidenceProps) {
  const marketplace = useSettings().data?.public_url ?? ''
  return (
    <>
      {item.reports.length > 0 && (
        <section className="mt-1 rounded-md bg-s3 px-3.5 py-3">
          <h4 className="text-sm font-semibold">{t('admin:queue.reports')}</h4>
          <ul className="mt-1.5 flex flex-col gap-2">
            {item.reports.map((report) => (
              <li dir="auto" key={report.id} className="text-sm wrap-anywhere text-fg2">
                <span className="font-semibold text-fg">{reasonOf(report.reason)}</span>
                {report.text && `: ${report.text}`}{' '}
                <span className="text-fg2">
                  ({report.reporter_username ?? t('admin:queue.anonymous')}, {formatDateTime(report.created_at)})
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {item.duplicates.length > 0 && (
        <section className="mt-1 rounded-md bg-s3 px-3.5 py-3">
          <h4 className="text-sm font-semibold">{t('admin:queue.duplicates')}</h4>
          <ul className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(150px,1fr))]">
            <Twin label={t('admin:queue.thisWork')} {...item.nft} creator_username={memberNameOf(item.nft.creator)} />
            {item.duplicates.map((other) => (
              <Twin
                key={other.id}
                label={t(other.is_taken_down ? 'admin:queue.otherTakenDown' : 'admin:queue.otherWork')}
                href={marketplace + addressOf('nft', { nftId: other.id })}
                {...other}
              />
            ))}
          </ul>
          <p className="mt-3 text-sm text-fg2">{t('admin:queue.blockHint')}</p>
          <Button variant="danger" className="mt-2" onClick={onBlockBytes}>
            {t('admin:queue.block')}
          </Button>
        </section>
      )}
    </>
  )
}

type TwinProps = {
  label: string
  href?: string
  name: string
  description: string | null
  card_url: string
  creator_username: string
  created_at: string
}

/** One of the NFTs with the same file, to compare. */
const Twin = ({ label, href, name, description, card_url, creator_username, created_at }: TwinProps) => (
  <li className="flex min-w-0 flex-col gap-1 text-sm text-fg2">
    <img src={card_url} alt="" className="aspect-square w-full rounded-sm bg-s2 object-cover" loading="lazy" />
    <p className="mt-1 font-semibold text-fg">{label}</p>
    {href ? (
      <a href={href} target="_blank" rel="noreferrer" dir="auto" className="link truncate">
        {name}
      </a>
    ) : (
      <p dir="auto" className="truncate">
        {name}
      </p>
    )}
    <p className="wrap-anywhere">
      {t('admin:queue.duplicateBy', { name: creator_username, date: formatDateTime(created_at) })}
    </p>
    {description && (
      <p dir="auto" className="line-clamp-3 wrap-anywhere">
        {description}
      </p>
    )}
  </li>
)

const reasonOf = (reason: string): string => {
  const known = REPORT_REASONS.find((one) => one === reason)
  return known ? t(`report.reasons.${known}`) : reason
}
