import { RESTORED, type Restored } from '../src/settings/restored.ts'
import type { TestApp } from './test-app.ts'

/** From here on the books are those of a backup: what has happened since is looked for. */
export async function beRestored(t: TestApp): Promise<void> {
  const [madeAt, nothing] = [t.clock.now(), null]
  const restored: Restored = {
    backupId: 'backup',
    madeAt,
    restoredAt: madeAt,
    notice: 'stopped',
    buyingStoppedBefore: nothing,
    heads: nothing,
    comparedAt: nothing,
    payoutsEnteredAt: nothing,
  }
  const row = { key: RESTORED, value: JSON.stringify(restored), updated_at: madeAt }
  const settings = t.ctx.db.insertInto('settings').values(row)
  await settings.onConflict((conflict) => conflict.column('key').doUpdateSet(row)).execute()
}
