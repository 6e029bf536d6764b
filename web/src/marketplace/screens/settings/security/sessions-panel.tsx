import type { Session } from '@verso/protocol/auth'
import { MonitorSmartphone } from 'lucide-react'
import { useEndOtherSessions, useRevokeSession, useSessions } from '../../../../api/identity/auth.ts'
import { t } from '../../../../lib/i18n.ts'
import { StatusPill } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { confirm } from '../../../../ui/overlays/modal.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'

/** The open sessions of this account, each one revocable (docs/rules.md R50). */
export function SessionsPanel() {
  const { data: sessions, error, refetch } = useSessions()
  return (
    <Panel title={t('profile:sessions.title')} lead={t('profile:sessions.lead')}>
      {error && !sessions ? (
        <ErrorState error={error} onRetry={() => void refetch()} className="py-6!" />
      ) : (
        <ul className="flex flex-col gap-1">
          {sessions
            ? sessions.map((session) => <SessionRow key={session.id} session={session} />)
            : [0, 1].map((row) => <Skeleton key={row} className="h-14" />)}
        </ul>
      )}
      {sessions?.some((session) => !session.is_current) && <EndOthers />}
    </Panel>
  )
}

function EndOthers() {
  const endOthers = useEndOtherSessions()
  const start = async () => {
    const isSure = await confirm({
      title: t('profile:sessions.endOthersTitle'),
      body: t('profile:sessions.endOthersText'),
      confirmLabel: t('profile:sessions.endOthers'),
      isDanger: true,
    })
    if (isSure) endOthers.mutate()
  }
  return (
    <Button variant="plain" isPending={endOthers.isPending} onClick={() => void start()}>
      {t('profile:sessions.endOthers')}
    </Button>
  )
}

function SessionRow({ session }: { session: Session }) {
  const revoke = useRevokeSession()
  const end = async () => {
    const isSure = await confirm({
      title: t('profile:sessions.endTitle'),
      confirmLabel: t('profile:sessions.end'),
      isDanger: true,
    })
    if (isSure) revoke.mutate(session.id)
  }
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-0">
      <MonitorSmartphone size={20} aria-hidden className="shrink-0 text-fg3" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{session.device}</p>
        <p className="truncate text-sm text-fg3">
          <RelativeTime at={session.last_used_at} /> · {session.address}
        </p>
      </div>
      {session.is_current ? (
        <StatusPill tone="ok">{t('profile:sessions.current')}</StatusPill>
      ) : (
        <Button variant="ghost" size="sm" className="h-11!" isPending={revoke.isPending} onClick={() => void end()}>
          {t('profile:sessions.end')}
        </Button>
      )}
    </li>
  )
}
