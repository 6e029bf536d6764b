import { z } from 'zod'
import type { EndpointTable } from '../endpoint.ts'
import { dataOf, listOf } from '../envelope.ts'
import { page, pageParams } from '../pages/footer-pages.ts'
import { category, publicSettings } from '../operations/settings.ts'

const ok = dataOf(z.object({ status: z.literal('ok') }))
/** `address`: what `npm run doctor` is seen as, told to it alone. */
const up = dataOf(z.object({ status: z.literal('ok'), address: z.string().optional() }))

/** Public facts about the running product. */
export const publicEndpoints = {
  'GET /api/health/': { access: 'visitor', tag: 'operations', summary: 'Whether the process is up', answer: up },
  'GET /api/ready/': {
    access: 'visitor',
    tag: 'operations',
    summary: 'Whether database and storage answer, within a second',
    answer: ok,
  },
  'GET /api/settings/': {
    access: 'visitor',
    tag: 'operations',
    summary: 'Public settings',
    answer: dataOf(publicSettings),
  },
  'GET /api/categories/': {
    access: 'visitor',
    tag: 'categories',
    summary: 'All categories',
    answer: listOf(category),
  },
  'GET /api/pages/{page}/': {
    access: 'visitor',
    tag: 'operations',
    summary: 'A page of the footer',
    params: pageParams,
    answer: dataOf(page),
  },
} as const satisfies EndpointTable
