import type { Factor } from '@verso/protocol/auth'
import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import {
  beginTotp,
  useAddPasskey,
  useFactors,
  useNewRecoveryCodes,
  useRemoveFactor,
} from '../../../../api/identity/factors.ts'
import { errorMessage } from '../../../../lib/error-message.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { lazyPart } from '../../../../ui/loading/lazy-part.tsx'
import { confirm, openModal } from '../../../../ui/overlays/modal.ts'
import { Panel } from '../../../../ui/panel.tsx'
import { RelativeTime } from '../../../../ui/text/relative-time.tsx'
import { Skeleton } from '../../../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'
import { showRecoveryCodes } from './recovery-codes.tsx'

const TotpForm = lazyPart(() => import('./totp-form.tsx'), 'TotpForm')

const failed = (error: unknown) => void toast.error(errorMessage(error, t('profile:factors.failed')))
/** Refusals of the browser itself have the names of the WebAuthn standard. */
function passkeyFailed(error: unknown): void {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') void toast.error(t('profile:factors.passkeyKnown'))
  else if (name === 'NotAllowedError') void toast.error(t('profile:factors.passkeyCancelled'))
  else failed(error)
}

/** The second factors beside SMS: authenticator apps, passkeys and recovery codes. */
export function FactorsPanel() {
  const { data, error, refetch } = useFactors()
  return (
    <Panel title={t('profile:factors.title')} lead={t('profile:factors.lead')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} className="py-6!" />}
      {!data && !error && <Skeleton className="h-14" />}
      {data && data.factors.length > 0 && (
        <ul className="flex flex-col gap-1">
          {data.factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 *:flex-1">
        <AddAuthenticator />
        <AddPasskey />
      </div>
      {data && data.factors.length > 0 && <RecoveryCodesLine left={data.recovery_codes_left} />}
    </Panel>
  )
}

function FactorRow({ factor }: { factor: Factor }) {
  const remove = useRemoveFactor()
  const Icon = factor.kind === 'TOTP' ? Smartphone : KeyRound
  const askAndRemove = async () => {
    const isSure = await confirm({
      title: t('profile:factors.removeTitle', { name: factor.name }),
      confirmLabel: t('actions.remove'),
      isDanger: true,
    })
    if (isSure) remove.mutate(factor.id, { onError: failed })
  }
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-0">
      <Icon size={20} aria-hidden className="shrink-0 text-fg3" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{factor.name}</p>
        <p className="text-sm text-fg3">
          {factor.last_used_at ? t('profile:factors.used') : t('profile:factors.added')}{' '}
          <RelativeTime at={factor.last_used_at ?? factor.created_at} />
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        className="h-11!"
        aria-label={`${t('actions.remove')} ${factor.name}`}
        isPending={remove.isPending}
        onClick={() => void askAndRemove()}
      >
        {t('actions.remove')}
      </Button>
    </li>
  )
}

function AddAuthenticator() {
  const [isBeginning, setIsBeginning] = useState(false)
  // A second set-up would end the first.
  const isRunning = useRef(false)
  const add = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setIsBeginning(true)
    try {
      const setup = await beginTotp()
      openModal({
        title: t('profile:factors.addTotp'),
        render: (close) => (
          <Suspense>
            <TotpForm setup={setup} onDone={close} />
          </Suspense>
        ),
      })
    } catch (error) {
      failed(error)
    } finally {
      isRunning.current = false
      setIsBeginning(false)
    }
  }
  return (
    <Button variant="plain" isPending={isBeginning} onClick={() => void add()}>
      <Smartphone size={16} aria-hidden />
      {t('profile:factors.addTotp')}
    </Button>
  )
}

function AddPasskey() {
  const add = useAddPasskey()
  // The button tells it is busy a moment after a double click.
  const isRunning = useRef(false)
  const start = async () => {
    if (isRunning.current) return
    isRunning.current = true
    await add.mutateAsync(t('profile:factors.passkeyName')).then(({ recovery_codes }) => {
      void toast.success(t('profile:factors.passkeyAdded'))
      showRecoveryCodes(recovery_codes)
    }, passkeyFailed)
    isRunning.current = false
  }
  return (
    <Button variant="plain" isPending={add.isPending} onClick={() => void start()}>
      <KeyRound size={16} aria-hidden />
      {t('profile:factors.addPasskey')}
    </Button>
  )
}

function RecoveryCodesLine({ left }: { left: number }) {
  const renew = useNewRecoveryCodes()
  const start = async () => {
    const isSure = await confirm({ title: t('profile:factors.newCodes'), body: t('profile:factors.newCodesNote') })
    if (!isSure) return
    await renew.mutateAsync().then(({ recovery_codes }) => showRecoveryCodes(recovery_codes), failed)
  }
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line pt-4">
      <p className="flex items-center gap-2 text-fg2">
        <ShieldCheck size={18} aria-hidden className="text-fg3" />
        {t('profile:factors.codesLeft', { count: left })}
      </p>
      <Button variant="ghost" size="sm" className="h-11!" isPending={renew.isPending} onClick={() => void start()}>
        {t('profile:factors.newCodes')}
      </Button>
    </div>
  )
}
