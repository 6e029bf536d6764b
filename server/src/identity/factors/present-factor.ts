import type { Factor } from '@verso/protocol/auth'
import type { FactorRow } from './queries.ts'

export const presentFactor = (row: FactorRow): Factor => ({
  id: row.id,
  kind: row.kind === 'TOTP' ? 'TOTP' : 'PASSKEY',
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
