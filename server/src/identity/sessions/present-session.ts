import type { Session } from '@verso/protocol/auth'
import { describeDevice } from '../../http/device.ts'

type Row = { id: string; user_agent: string; address: string; created_at: Date; last_used_at: Date }

export const presentSession = (row: Row, currentSessionId: string): Session => ({
  id: row.id,
  device: describeDevice(row.user_agent),
  address: row.address,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  is_current: row.id === currentSessionId,
})
