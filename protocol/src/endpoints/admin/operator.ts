import { z } from 'zod'
import type { EndpointTable } from '../../endpoint.ts'
import { dataOf, idParams, listOf } from '../../envelope.ts'
import { auditEntry, auditQuery } from '../../operations/audit.ts'
import { categoriesBody } from '../../operations/categories.ts'
import { healthItem } from '../../operations/health.ts'
import { jobs } from '../../operations/jobs.ts'
import { operatorSettings, operatorSettingsBody } from '../../operations/operator-settings.ts'
import { overview } from '../../operations/overview.ts'
import { category } from '../../operations/settings.ts'
import { pageBody, pageParams, pageVersion } from '../../pages/footer-pages.ts'

const tag = 'admin'

/** The operator's views, and the settings that need no restart. */
export const operatorEndpoints = {
  'GET /api/admin/overview/': {
    access: 'admin',
    tag,
    summary: 'What needs a person, and the last 30 days',
    answer: dataOf(overview),
  },
  'GET /api/admin/health/': {
    access: 'admin',
    tag,
    summary: 'What the product depends on, and its running checks',
    answer: listOf(healthItem),
  },
  'GET /api/admin/audit/': {
    access: 'admin',
    tag,
    summary: 'The audit log, newest first',
    query: auditQuery,
    answer: listOf(auditEntry),
  },
  'GET /api/admin/jobs/': {
    access: 'admin',
    tag,
    summary: 'The job queues, and what failed',
    answer: dataOf(jobs),
  },
  'POST /api/admin/jobs/{id}/retry/': {
    access: 'admin',
    tag,
    summary: 'Try a failed job or message again',
    params: idParams,
    answer: dataOf(z.object({ id: z.string() })),
  },
  'GET /api/admin/settings/': {
    access: 'admin',
    tag,
    summary: "The operator's settings",
    answer: dataOf(operatorSettings),
  },
  'PUT /api/admin/settings/': {
    access: 'admin',
    tag,
    summary: "Change the operator's settings; what is left out stays",
    body: operatorSettingsBody,
    answer: dataOf(operatorSettings),
  },
  'PUT /api/admin/categories/': {
    access: 'admin',
    tag,
    summary: 'Add, rename and order the categories',
    body: categoriesBody,
    answer: listOf(category),
  },
  'GET /api/admin/pages/': {
    access: 'admin',
    tag,
    summary: 'The pages of the footer',
    answer: listOf(pageVersion),
  },
  'GET /api/admin/pages/{page}/versions/': {
    access: 'admin',
    tag,
    summary: 'What a page has said',
    params: pageParams,
    answer: listOf(pageVersion),
  },
  'PUT /api/admin/pages/{page}/': {
    access: 'admin',
    tag,
    summary: 'Replace the text of a page',
    params: pageParams,
    body: pageBody,
    answer: dataOf(pageVersion),
  },
} as const satisfies EndpointTable
