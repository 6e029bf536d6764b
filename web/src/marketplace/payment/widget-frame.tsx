import type { PaymentWidget } from '@verso/protocol/money/payments'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { t } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { ErrorState } from '../../ui/loading/states.tsx'
import { FRAME_HEIGHT } from './frame-height.ts'
import { loadErrorText } from './load-error-text.ts'
import { parseWidgetMessage, type WidgetMessage } from './widget-message.ts'

type WidgetFrameProps = {
  url: string
  provider: PaymentWidget['provider']
  onMessage: (message: WidgetMessage) => void
}

const ALLOWED = 'payment; clipboard-write'
/** A frame does not tell its parent that its page cannot be reached: a page that is silent for so long counts as unreachable. */
const LOAD_LIMIT_MS = 15_000

/** The provider's page; one that cannot be loaded says so and can be loaded again. */
export function WidgetFrame(props: WidgetFrameProps) {
  const [attempt, setAttempt] = useState(0)
  return <Frame key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

/** The page in an iframe of its own origin; only that page, from that origin, is listened to. */
function Frame({ url, provider, onMessage, onRetry }: WidgetFrameProps & { onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isShown, setIsShown] = useState(false)
  const [heightPx, setHeightPx] = useState<number>()
  // As it was when the form opened: a change would load the form anew, without what was typed.
  const src = useMemo(() => (provider === 'wert' ? url : ownPage(url, provider)), [provider, url])
  const { failure, hear } = useLoadFailure()
  const { origin } = new URL(url, location.href)
  const receive = useEffectEvent((event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    const message = parseWidgetMessage(event.data)
    if (message?.kind === 'loaded' && provider === 'wert') greetWert(event.source as Window, origin)
    if (message?.kind === 'height') return setHeightPx(message.heightPx)
    // Before it stands, what goes wrong is told in its place; afterwards beside it.
    if (message && hear(message)) onMessage(message)
  })
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return (
    <div
      className={cx(
        'relative overflow-hidden rounded-lg',
        provider !== 'sandbox' && failure === undefined && 'bg-white',
      )}
    >
      <iframe
        ref={frame}
        src={src}
        title={t('payment.frame')}
        allow={provider === 'wert' ? `${ALLOWED}; camera; microphone` : ALLOWED}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        inert={failure !== undefined}
        onLoad={() => setIsShown(true)}
        // A bank's page over Stripe's form needs room.
        style={{ height: heightPx ?? FRAME_HEIGHT, minHeight: provider === 'stripe' ? 480 : undefined }}
        className="block w-full border-0"
      />
      {!isShown && <Skeleton className="absolute inset-0 rounded-none!" />}
      {failure !== undefined && (
        <div className="absolute inset-0 grid place-items-center bg-s2">
          <ErrorState message={loadErrorText(failure)} onRetry={onRetry} />
        </div>
      )}
    </div>
  )
}

/** A form of ours speaks to this very page, under whichever name of ours it was opened; the sandbox's also looks like it. */
function ownPage(url: string, provider: 'sandbox' | 'stripe'): string {
  const address = new URL(url, location.href)
  if (address.searchParams.has('origin')) address.searchParams.set('origin', location.origin)
  if (provider === 'sandbox') address.searchParams.set('theme', document.documentElement.dataset.theme ?? 'dark')
  return address.href
}

/** Why the page is not there: its own word before `loaded`, or its silence. A page that is only slow takes it back. */
function useLoadFailure() {
  const [failure, setFailure] = useState<string>()
  const isAlive = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => !isAlive.current && setFailure(t('payment.notLoaded')), LOAD_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [])
  /** Takes in a message; false when it was about the loading. */
  const hear = (message: WidgetMessage): boolean => {
    const isLoadError = message.kind === 'error' && !isAlive.current
    isAlive.current ||= !isLoadError
    setFailure(isLoadError ? message.message : undefined)
    return !isLoadError
  }
  return { failure, hear }
}

/** Answers `loaded` as Wert's own script does (`@wert-io/widget-initializer` 7): who we are, and that it stays in its frame. */
function greetWert(widget: Window, origin: string): void {
  widget.postMessage({ type: 'allow-redirect', data: { redirectAllowed: false } }, origin)
  widget.postMessage({ type: 'parent-hostname', data: { hostname: location.hostname } }, origin)
}
