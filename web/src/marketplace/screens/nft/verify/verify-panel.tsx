import '../../../../locales/nft-verify-texts.ts'
import type { Nft } from '@verso/protocol/nfts'
import type { PublicSettings } from '@verso/protocol/operations/settings'
import { CircleCheck, CircleDashed, CircleHelp, CircleX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '../../../../api/settings.ts'
import { formatBytes } from '../../../../lib/format-bytes.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button } from '../../../../ui/button.tsx'
import { Spinner } from '../../../../ui/loading/spinner.tsx'
import { ErrorState } from '../../../../ui/loading/states.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { type CheckName, type CheckResult, checksOf, verifyNft } from './verify-nft.ts'

type Results = Partial<Record<CheckName, CheckResult>>
const WAITING: CheckResult = { status: 'waiting' }

/** "Verify it yourself": every link from the file to the token, worked out in this browser, right or wrong. */
export function VerifyPanel({ nft }: { nft: Nft }) {
  const { data: settings, error, refetch } = useSettings()
  const { results, isRunning, checkAgain } = useVerification(nft, settings)
  const rpcUrl = settings?.chains.find((one) => one.id === nft.chain)?.public_rpc_url
  if (error && !settings) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label={t('nft.verify.title')}
      className="mt-4 border-t border-line pt-4 outline-none"
    >
      <h3 className="font-semibold text-fg">{t('nft.verify.title')}</h3>
      <p className="mt-1 text-sm text-fg3">{t('nft.verify.lead')}</p>
      <ol className="mt-3 mb-4 flex flex-col gap-3">
        {checksOf(nft).map((name) => (
          <Check key={name} name={name} result={results[name] ?? WAITING} />
        ))}
      </ol>
      {!isRunning && <Result statuses={checksOf(nft).map((name) => (results[name] ?? WAITING).status)} />}
      {settings && <p className="mt-3 text-sm text-fg3">{sourceText(rpcUrl)}</p>}
      <Button variant="plain" className="mt-4 w-full" isPending={isRunning} onClick={checkAgain}>
        {isRunning ? t('nft.verify.running') : t('nft.verify.again')}
      </Button>
    </section>
  )
}

/** The button that opened it is gone: the focus moves here, and is visible. */
const takeFocus = (section: HTMLElement | null) => section?.focus()

/** Opening the panel was the wish to check: it starts as soon as it knows where to ask, anew when the work changes hands, and ends with the panel. */
function useVerification(nft: Nft, settings: PublicSettings | undefined) {
  const [results, setResults] = useState<Results>({})
  const [isRunning, setIsRunning] = useState(true)
  const [attempt, setAttempt] = useState(0)
  const known = useRef({ nft, settings })
  known.current = { nft, settings }
  const mediaUrl = settings?.media_url
  useEffect(() => {
    if (!mediaUrl) return
    const { nft, settings } = known.current
    const controller = new AbortController()
    const { signal } = controller
    const chain = settings?.chains.find((one) => one.id === nft.chain)
    setResults({})
    setIsRunning(true)
    void verifyNft({ nft, chain, mediaUrl, signal }, (name, result) => {
      if (!signal.aborted) setResults((former) => ({ ...former, [name]: result }))
    }).then(() => !signal.aborted && setIsRunning(false))
    return () => controller.abort()
  }, [mediaUrl, attempt, nft.token?.owner_address])
  return { results, isRunning, checkAgain: () => setAttempt(attempt + 1) }
}

const sourceText = (rpcUrl: string | null | undefined) =>
  rpcUrl ? t('nft.verify.source.node', { host: new URL(rpcUrl).host }) : t('nft.verify.source.server')

const ICONS = {
  waiting: <CircleDashed size={18} className="text-fg3" aria-hidden />,
  working: <Spinner className="size-[18px] text-accent-text" />,
  right: <CircleCheck size={18} className="text-ok" aria-hidden />,
  wrong: <CircleX size={18} className="text-bad" aria-hidden />,
  unknown: <CircleHelp size={18} className="text-warn" aria-hidden />,
}

function Check({ name, result }: { name: CheckName; result: CheckResult }) {
  return (
    <li className="flex gap-3" data-check={name} data-status={result.status}>
      <span className="mt-0.5 shrink-0">{ICONS[result.status]}</span>
      <div className="min-w-0 flex-1">
        <p className="text-fg">{t(`nft.verify.checks.${name}`)}</p>
        <p className="text-sm text-fg3">{stateText(result)}</p>
        {'found' in result && <Values result={result} />}
      </div>
    </li>
  )
}

function stateText(result: CheckResult): string {
  if (result.status === 'unknown') return `${t('nft.verify.unknown')}: ${t(`nft.verify.reasons.${result.reason}`)}`
  if (result.status === 'working' && result.readBytes)
    return t('nft.verify.workingBytes', { size: formatBytes(result.readBytes) })
  return t(`nft.verify.${result.status}`)
}

/** The found values stand there in full, so that they can be compared with any other source. */
const Values = ({ result }: { result: Extract<CheckResult, { found: string }> }) => (
  <dl className="num mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-xs text-fg3 *:wrap-anywhere">
    <dt>{t('nft.verify.found')}</dt>
    <dd>{result.found}</dd>
    {result.status === 'wrong' && (
      <>
        <dt>{t('nft.verify.expected')}</dt>
        <dd>{result.expected}</dd>
      </>
    )}
  </dl>
)

function Result({ statuses }: { statuses: CheckResult['status'][] }) {
  if (statuses.includes('wrong')) return <Notice>{t('nft.verify.result.wrong')}</Notice>
  if (statuses.includes('unknown')) return <Notice kind="info">{t('nft.verify.result.unknown')}</Notice>
  return <Notice kind="success">{t('nft.verify.result.right')}</Notice>
}
