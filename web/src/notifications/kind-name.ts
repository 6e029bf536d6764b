import type { NotificationKind } from '@verso/protocol/users/notifications'
import { addTexts, type TextKey, t } from '../lib/i18n.ts'
import texts from '../locales/en/notification-settings.json'

addTexts({ profile: texts })

/** A dot is a level in the texts. */
export const kindName = (kind: NotificationKind): string =>
  t(`profile:told.kinds.${kind.replaceAll('.', '_')}` as TextKey)

/** Whether a name from outside is one of a kind. */
export const isKind = (name: string): name is NotificationKind =>
  Object.hasOwn(texts.told.kinds, name.replaceAll('.', '_'))
