import { addressOf } from '@verso/protocol/pages/pages'
import type { NotificationKind } from '@verso/protocol/users/notifications'
import { MailCheck, MailX } from 'lucide-react'
import { useParams } from 'react-router'
import { useUnsubscribe } from '../../../api/notifications/unsubscribe.ts'
import { CenteredCard } from '../../../identity/centered-card.tsx'
import { isKind, kindName } from '../../../notifications/kind-name.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { t } from '../../../lib/i18n.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'

/** The page of a mail's link "No more mails like this". Opening it changes nothing: programs open links, too. */
export function UnsubscribeScreen() {
  const { token = '' } = useParams()
  const { mutate, isSuccess, isPending, error } = useUnsubscribe()
  if (isSuccess)
    return (
      <CenteredCard
        title={t('auth:unsubscribe.done')}
        lead={<span role="status">{t('auth:unsubscribe.doneLead')}</span>}
        icon={<MailCheck size={26} />}
      >
        <ButtonLink to={addressOf('home')} size="lg">
          {t('auth:unsubscribe.home')}
        </ButtonLink>
      </CenteredCard>
    )
  return (
    <CenteredCard title={t('auth:unsubscribe.title')} lead={t('auth:unsubscribe.lead')} icon={<MailX size={26} />}>
      <KindsOf token={token} />
      {error && (
        <p role="alert" className="text-bad">
          {errorMessage(error)}
        </p>
      )}
      <Button size="lg" isPending={isPending} onClick={() => mutate(token)}>
        {t('auth:unsubscribe.submit')}
      </Button>
    </CenteredCard>
  )
}

/** The kinds that the link ends: its token says them in the open, and is signed (server/src/notifications/unsubscribe). */
function KindsOf({ token }: { token: string }) {
  const kinds = readKinds(token)
  if (kinds.length === 0) return null
  return (
    <ul className="grid gap-1 font-medium">
      {kinds.map((kind) => (
        <li key={kind}>{kindName(kind)}</li>
      ))}
    </ul>
  )
}

function readKinds(token: string): NotificationKind[] {
  try {
    const [, names = ''] = atob((token.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/')).split(':')
    return names.split(',').filter(isKind)
  } catch {
    return []
  }
}
