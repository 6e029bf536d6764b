import type { PaymentWidget } from '@verso/protocol/payments'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { parseWidgetMessage, type WidgetMessage } from './widget-message.ts'

type WidgetFrameProps = {
  url: string
  provider: PaymentWidget['provider']
  onMessage: (message: WidgetMessage) => void
}

const ALLOWED = 'payment; clipboard-write'

/** The provider's page in an iframe of its own origin; only that page, from that origin, is listened to. */
export function WidgetFrame({ url, provider, onMessage }: WidgetFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const { origin } = new URL(url, location.href)
  const receive = useEffectEvent((event: MessageEvent<unknown>) => {
    if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
    const message = parseWidgetMessage(event.data)
    if (message?.kind === 'loaded' && provider === 'wert') greetWert(event.source as Window, origin)
    if (message) onMessage(message)
  })
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return (
    <div className="relative overflow-hidden rounded-lg bg-white">
      <iframe
        ref={frame}
        src={url}
        title={t('payment.frame')}
        allow={provider === 'wert' ? `${ALLOWED}; camera; microphone` : ALLOWED}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
        onLoad={() => setIsLoaded(true)}
        className="block h-[clamp(360px,calc(100dvh-320px),680px)] w-full border-0"
      />
      {!isLoaded && <Skeleton className="absolute inset-0 rounded-none!" />}
    </div>
  )
}

/** What Wert's own script answers to `loaded` (`@wert-io/widget-initializer` 7): who we are, and that it stays in its frame. */
function greetWert(widget: Window, origin: string): void {
  widget.postMessage({ type: 'allow-redirect', data: { redirectAllowed: false } }, origin)
  widget.postMessage({ type: 'parent-hostname', data: { hostname: location.hostname } }, origin)
}
