import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { AppError } from '../../http/app-error.ts'
import { getOperatorSettings } from '../../settings/settings-store.ts'

const STOPPED_RETRY_MS = 5 * 60_000

/** @throws AppError maintenance while the operator has stopped new mints, with the text they gave */
export async function assertCreatingOpen(ctx: Context, tx: Tx): Promise<void> {
  const { creatingStopped } = await getOperatorSettings(ctx, tx)
  if (creatingStopped)
    throw new AppError('maintenance', { userMessage: creatingStopped, retryAfterMs: STOPPED_RETRY_MS })
}
