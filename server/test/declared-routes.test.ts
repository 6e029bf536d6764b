import { endpoints } from '@verso/protocol/endpoints'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { useTestApp } from './test-app.ts'

const t = useTestApp()

/** The description itself; it describes the others. */
const UNDECLARED = 'GET /api/openapi.json'

it('serves every call that the protocol declares, to those it names, and no other', () => {
  const served = t.adminApp.routeAccess.map(({ method, url, access }) => [
    `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`,
    access,
  ])
  const declared = Object.entries(endpoints).map(([name, { access }]) => [name, access])
  expect(Object.fromEntries(served)).toEqual(Object.fromEntries([...declared, [UNDECLARED, 'visitor']]))
})

it('no call takes a secret question, its answer or a hint', () => {
  const bodies = Object.entries(endpoints).flatMap(([name, endpoint]) =>
    'body' in endpoint
      ? [[name, JSON.stringify(z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }))]]
      : [],
  )
  expect(bodies.length).toBeGreaterThan(40)
  expect(bodies.filter(([, schema = '']) => /"\w*(question|answer|hint)\w*":/i.test(schema))).toEqual([])
})
