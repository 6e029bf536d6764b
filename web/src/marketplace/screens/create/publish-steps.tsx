import { Check, CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cx } from '../../../lib/cx.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { type PublishProgress, type Step, STEPS } from './publish-progress.ts'

type PublishStepsProps = { progress: PublishProgress | null; failedStep: Step | null; onCancel: () => void }

/** The four steps of the creation: done, under way with how far and how fast, failed, waiting. */
export function PublishSteps({ progress, failedStep, onCancel }: PublishStepsProps) {
  const isRunning = progress !== null
  const steps = useRef<HTMLDivElement>(null)
  // The field that had the focus is disabled: it moves here, and is visible.
  useEffect(() => {
    if (isRunning) steps.current?.focus()
  }, [isRunning])
  if (!progress && !failedStep) return null
  const current = progress?.step ?? failedStep
  const at = STEPS.findIndex((step) => step === current)
  const canCancel = progress?.step === 'artwork' || progress?.step === 'thumbnail'
  return (
    <div
      ref={steps}
      role="group"
      aria-label={t('create.title')}
      tabIndex={-1}
      className="flex flex-col gap-3 rounded-lg bg-s1 p-4 hairline"
    >
      <ol className="flex flex-col gap-2.5">
        {STEPS.map((step, index) => (
          <li key={step} className={cx('flex items-center gap-3', index > at ? 'text-fg3' : 'text-fg')}>
            <StepIcon isDone={index < at} isFailed={step === failedStep} isCurrent={step === progress?.step} />
            <span className="flex-1">{t(`create.steps.${step}`)}</span>
            {step === progress?.step && <Speed progress={progress} />}
          </li>
        ))}
      </ol>
      {failedStep && <p className="text-sm text-fg3">{t('create.retryHint')}</p>}
      {canCancel && (
        <Button variant="plain" size="sm" className="h-11! w-fit" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
      )}
    </div>
  )
}

function StepIcon({ isDone, isFailed, isCurrent }: { isDone: boolean; isFailed: boolean; isCurrent: boolean }) {
  if (isFailed) return <CircleAlert size={18} aria-label={t('create.failed')} className="text-bad" />
  if (isDone) return <Check size={18} aria-label={t('create.done')} className="text-ok" />
  if (isCurrent) return <Spinner className="text-[14px] text-accent-text" />
  return (
    <span aria-hidden className="grid size-[18px] place-items-center text-fg3">
      ·
    </span>
  )
}

function Speed({ progress: { percent, bytesPerSecond } }: { progress: PublishProgress }) {
  if (percent === null) return null
  const speed = bytesPerSecond === null ? '' : t('create.speed', { speed: formatBytes(bytesPerSecond) })
  return (
    <span className="num text-sm text-fg2">
      {percent}% {speed}
    </span>
  )
}
