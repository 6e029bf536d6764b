import type { PublicSettings } from '@verso/protocol/operations/settings'
import { t } from '../../lib/i18n.ts'
import socialIcons from './social.svg?no-inline'

const SOCIAL = ['x', 'instagram', 'discord'] as const

/** The operator's pages elsewhere. */
export function SocialLinks({ social }: { social: PublicSettings['social'] }) {
  return SOCIAL.map(
    (name) =>
      social[name] && (
        <a
          key={name}
          href={social[name]}
          target="_blank"
          rel="noreferrer"
          aria-label={t(`navs:social.${name}`)}
          className="grid size-11 place-items-center rounded-md hover:bg-s2 hover:text-fg"
        >
          <svg width="17" height="17" fill="currentColor" aria-hidden>
            <use href={`${socialIcons}#${name}`} />
          </svg>
        </a>
      ),
  )
}
