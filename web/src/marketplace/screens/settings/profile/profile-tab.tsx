import { useMe } from '../../../../api/users.ts'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { DataPanel } from './data-panel.tsx'
import { FactorsPanel } from '../security/factors-panel.tsx'
import { PasswordPanel } from '../security/password-panel.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecurityEventsPanel } from '../security/security-events-panel.tsx'
import { SessionsPanel } from '../security/sessions-panel.tsx'

export function ProfileTab() {
  const { data: me, error, refetch } = useMe()
  if (error && !me) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!me) return <Skeleton className="h-180 w-full rounded-xl!" />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
      <ProfileForm me={me} />
      <div className="flex min-w-0 flex-col gap-4">
        <PasswordPanel phone={me.phone} email={me.email} />
        <FactorsPanel />
        <SessionsPanel />
        <SecurityEventsPanel />
        <DataPanel />
      </div>
    </div>
  )
}
