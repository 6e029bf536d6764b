import { afterEach, expect, test } from 'vitest'
import { buildAdmin } from '../../../test/build-member.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { readFigures } from './read-figures.ts'

const t = useTestApp()
async function setMaintenance(maintenance: string | null): Promise<void> {
  const { headers } = await buildAdmin(t)
  await t.call('PUT', '/api/admin/settings/', { headers, body: { maintenance }, site: 'admin' })
}
afterEach(() => setMaintenance(null))

test.each(['api', 'worker'] as const)('a closed marketplace is told by the role %s', async (role) => {
  const ctx = { ...t.ctx, config: { ...t.ctx.config, role } }
  const told = async () => (await readFigures(ctx)).filter(({ name }) => name === 'verso_maintenance')
  expect(await told()).toMatchObject([{ value: 0 }])
  await setMaintenance('We move to a larger server')
  expect(await told()).toMatchObject([{ value: 1 }])
})
