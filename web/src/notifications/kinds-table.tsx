import type { Mailing, NotificationKind, NotificationSettings } from '@verso/protocol/users/notifications'
import { Fragment } from 'react'
import { t } from '../lib/i18n.ts'
import { Select } from '../ui/fields/select.tsx'
import { Check } from '../ui/fields/toggles.tsx'
import { kindName } from './kind-name.ts'

type Choice = NotificationSettings['kinds'][number]
type Change = { kind: NotificationKind; in_app?: boolean; email?: Mailing }
type Props = { kinds: Choice[]; groups?: readonly Group[]; onChange: (change: Change) => void }

const GROUPS = ['works', 'money', 'people', 'security'] as const
type Group = (typeof GROUPS)[number] | 'operators'
const MONEY = /^(nft\.sold|royalty|earnings|order|topup|payout)/
const PEOPLE = /^(follow|wishlist)/

function groupOf(kind: string): Group {
  if (kind.startsWith('admin.')) return 'operators'
  if (kind.startsWith('security.')) return 'security'
  if (MONEY.test(kind)) return 'money'
  return PEOPLE.test(kind) ? 'people' : 'works'
}

const MAILINGS = ['now', 'daily', 'off'] as const satisfies readonly Mailing[]

/** A row for each kind: whether it shows under the bell, and when it is mailed. */
export function KindsTable({ kinds, groups = GROUPS, onChange }: Props) {
  return (
    <table className="w-full">
      <thead>
        <tr className="text-left text-sm text-fg3">
          <th className="font-medium">{t('profile:told.what')}</th>
          <th className="w-16 px-2 text-center font-medium">{t('profile:told.inApp')}</th>
          <th className="font-medium" style={{ width: 130 }}>
            {t('profile:told.email')}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <Fragment key={group}>
            <tr>
              <th colSpan={3} scope="rowgroup" className="pt-7 pb-2 text-left text-lg font-semibold">
                {t(`profile:told.groups.${group}`)}
                {group === 'security' && (
                  <span className="mt-1 block text-sm font-medium text-fg3">{t('profile:told.required')}</span>
                )}
              </th>
            </tr>
            {kinds
              .filter(({ kind }) => groupOf(kind) === group)
              .map((choice) => (
                <KindRow key={choice.kind} choice={choice} onChange={onChange} />
              ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function KindRow({
  choice: { kind, required, in_app, email },
  onChange,
}: {
  choice: Choice
  onChange: Props['onChange']
}) {
  const name = kindName(kind)
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 text-left font-medium">
        {name}
      </th>
      {required ? (
        <td colSpan={2} className="py-3 text-center text-fg3">
          {t('profile:told.always')}
        </td>
      ) : (
        <>
          <td className="px-2 text-center">
            <label className="grid size-11 place-items-center">
              <Check
                aria-label={t('profile:told.inAppFor', { kind: name })}
                checked={in_app}
                onChange={(event) => onChange({ kind, in_app: event.target.checked })}
              />
            </label>
          </td>
          <td className="py-1">
            <Select
              isBare
              className="w-full"
              aria-label={t('profile:told.emailFor', { kind: name })}
              value={email}
              options={MAILINGS.map((one) => [one, t(`profile:told.${one}`)] as const)}
              onChange={(event) => onChange({ kind, email: event.target.value as Mailing })}
            />
          </td>
        </>
      )}
    </tr>
  )
}
