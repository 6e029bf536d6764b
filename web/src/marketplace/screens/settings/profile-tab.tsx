import { useMe } from '../../../api/users.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { DataPanel } from './data-panel.tsx'
import { FactorsPanel } from './factors-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecurityEventsPanel } from './security-events-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export function ProfileTab() {
  const { data: me, error, refetch } = useMe()
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!me) return <Skeleton className="h-[720px] w-full rounded-xl!" />
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
