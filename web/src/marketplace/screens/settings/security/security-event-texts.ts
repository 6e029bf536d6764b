import type { SecurityEvent } from '@verso/protocol/users/security-events'
import { t } from '../../../../lib/i18n.ts'

/** A dot in a key would lead into a group of texts. */
type KeyOf<Kind extends string> = Kind extends `${infer Head}.${infer Tail}` ? `${Head}_${Tail}` : Kind

/** "Wrong password (3 times)" */
export function describeEvent({ kind, count }: SecurityEvent): string {
  const event = t(`profile:events.kinds.${kind.replace('.', '_') as KeyOf<typeof kind>}`)
  return count > 1 ? t('profile:events.times', { event, times: count }) : event
}
