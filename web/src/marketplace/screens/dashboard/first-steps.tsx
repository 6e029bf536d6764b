import type { Me, UserCounts } from '@verso/protocol/users'
import { addressOf } from '@verso/protocol/pages/pages'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useFiatAccounts } from '../../../api/money/earnings.ts'
import { useMe, useUser } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { Link } from '../../../ui/link.tsx'
import { Panel } from '../../../ui/panel.tsx'

const STEPS = ['name', 'picture', 'work', 'bank'] as const
type Step = { name: (typeof STEPS)[number]; to: string; isDone: boolean }

/** The checklist of a new member: undefined until it is known, empty once all of it is done, or when it cannot be known. */
export function useFirstSteps(): Step[] | undefined {
  const me = useMe()
  const user = useUser(me.data?.id ?? '', me.data !== undefined)
  const accounts = useFiatAccounts()
  if ([me, user, accounts].some((query) => query.isLoadingError)) return []
  if (!me.data || !user.data || !accounts.data) return undefined
  const steps = listSteps(me.data, user.data.counts, accounts.data.length > 0)
  return steps.every(({ isDone }) => isDone) ? [] : steps
}

function listSteps(me: Me, { created, owned, sold }: UserCounts, hasBank: boolean): Step[] {
  const settings = addressOf('settingsTab', { tab: 'profile' })
  return [
    { name: 'name', to: settings, isDone: Boolean(me.display_name || me.first_name) },
    { name: 'picture', to: settings, isDone: me.avatar !== null },
    { name: 'work', to: addressOf('home'), isDone: created + owned + sold > 0 },
    { name: 'bank', to: addressOf('settingsTab', { tab: 'earnings' }), isDone: hasBank },
  ]
}

/** The steps of a new account; finished ones are ticked, the others link to their page. */
export function FirstSteps({ steps }: { steps: Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <Panel title={t('dashboard.start')} lead={t('dashboard.startLead', { done, all: steps.length })}>
      <ul className="-my-2 divide-y divide-line">
        {steps.map((step) => (
          <li key={step.name}>{step.isDone ? <Done step={step} /> : <Open step={step} />}</li>
        ))}
      </ul>
    </Panel>
  )
}

const row = 'flex min-h-12 items-center gap-3 rounded-md py-2'

const Done = ({ step }: { step: Step }) => (
  <p className={`${row} text-fg3`}>
    <CircleCheck size={18} aria-hidden className="shrink-0 text-ok" />
    {t(`dashboard.steps.${step.name}`)}
    <span className="sr-only">{t('dashboard.stepDone')}</span>
  </p>
)

const Open = ({ step }: { step: Step }) => (
  <Link to={step.to} className={`${row} hover:text-accent-text`}>
    <Circle size={18} aria-hidden className="shrink-0 text-fg3" />
    <span className="min-w-0 flex-1">{t(`dashboard.steps.${step.name}`)}</span>
    <ChevronRight size={16} aria-hidden className="shrink-0 text-fg3" />
  </Link>
)
