import { vi } from 'vitest'
import type { Answer, TestApp } from './test-app.ts'

/** The answer to a request that crashes. The crash is logged, as it should be; the test need not show it. */
export async function unlogged(t: TestApp, work: () => Promise<Answer>): Promise<number> {
  const log = vi.spyOn(t.ctx.log, 'error').mockImplementation(() => undefined)
  const { status } = await work()
  log.mockRestore()
  return status
}
