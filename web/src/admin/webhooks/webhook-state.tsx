import type { Webhook } from '@verso/protocol/operations/webhooks'
import { t } from '../../lib/i18n.ts'
import { StatusPill, type Tone } from '../../ui/badge.tsx'

const TONES: Record<Webhook['state'], Tone> = { active: 'ok', paused: 'neutral', off: 'bad' }

export const WebhookState = ({ state }: Pick<Webhook, 'state'>) => (
  <StatusPill tone={TONES[state]}>{t(`admin:webhooks.states.${state}`)}</StatusPill>
)
