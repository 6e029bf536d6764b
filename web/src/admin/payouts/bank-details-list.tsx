import type { BankDetails } from '../../api/admin/admin-money.ts'
import { t } from '../../lib/i18n.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'

const FIELDS = ['holder', 'account_number', 'bank_name', 'country', 'currency'] as const

export const BankDetailsList = ({ details }: { details: BankDetails }) => (
  <>
    <p>{t('admin:payouts.bank.lead')}</p>
    <dl className="mt-4 flex flex-col">
      {FIELDS.map((field) => (
        <div key={field} className="flex items-center justify-between gap-4 border-t border-line py-2">
          <dt className="text-fg3">{t(`admin:payouts.bank.${field}`)}</dt>
          <dd className="flex min-w-0 items-center gap-1 text-right font-medium break-all text-fg">
            {details[field]}
            <CopyButton text={details[field]} label={`${t('actions.copy')}: ${t(`admin:payouts.bank.${field}`)}`} />
          </dd>
        </div>
      ))}
    </dl>
  </>
)
