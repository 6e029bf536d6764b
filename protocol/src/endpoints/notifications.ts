import { z } from 'zod'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf } from '../envelope.ts'
import {
  notificationChoices,
  notificationKind,
  notificationList,
  notificationQuery,
  notificationSettings,
  readNotifications,
} from '../users/notifications.ts'

const tag = 'notifications'
/** Of a mail of the day it names all kinds in it. */
const tokenParams = z.object({ token: z.string().max(1_200) })

/** A member's notifications, and the choice of their kinds. */
export const notificationEndpoints = {
  'GET /api/notifications/': {
    access: 'member',
    tag,
    summary: 'What I am told of, the newest first',
    query: notificationQuery,
    answer: notificationList,
  },
  'PUT /api/notifications/read/': {
    access: 'member',
    tag,
    summary: 'Mark as read',
    body: readNotifications,
    namesRows: true,
    answer: dataOf(z.object({ unread: z.number().int() })),
  },
  'GET /api/notifications/settings/': {
    access: 'member',
    tag,
    summary: 'What I am told of, where, and when',
    answer: dataOf(notificationSettings),
  },
  'PUT /api/notifications/settings/': {
    access: 'member',
    tag,
    summary: 'Choose what I am told of',
    body: notificationChoices,
    answer: dataOf(notificationSettings),
  },
  'GET /api/live/': {
    access: 'member',
    tag,
    summary: 'What changes on pages that are open',
    description:
      'An endless stream of frames: `id`, `event` (the kind of a notification, or the type of an event), `data` with the `subject` that changed. `Last-Event-ID` resumes; `event: resync` says that too much was missed.',
    produces: 'text/event-stream',
  },
  'POST /api/notifications/unsubscribe/{token}/': {
    access: 'visitor',
    tag,
    summary: 'End mails of the kinds that one told of, by the link in it (RFC 8058); `kind` is the first',
    params: tokenParams,
    answer: dataOf(z.object({ kind: notificationKind, email: z.literal('off') })),
  },
  'GET /api/notifications/unsubscribe/{token}/': {
    access: 'visitor',
    tag,
    summary: 'Leads to the page where mails like one are ended; changes nothing',
    params: tokenParams,
  },
} as const satisfies EndpointTable
