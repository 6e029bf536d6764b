import { type OperatorSettings as Wire } from '@verso/protocol/operations/operator-settings'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/client.ts'
import { assertSteppedUp, viewerOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { route } from '../http/route.ts'
import { changeOperatorSettings, getOperatorSettings, type OperatorSettings } from '../settings/settings-store.ts'

/** The settings that an operator changes without a restart. */
export function adminSettingsRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/admin/settings/', async () => ({ data: present(await getOperatorSettings(ctx)) }))
  route(app, 'PUT /api/admin/settings/', async (request) => {
    const viewer = viewerOf(request)
    const { platform_fee_bps: feeBps, buying_stopped, creating_stopped, maintenance, banner } = request.body
    const before = await getOperatorSettings(ctx)
    // A change of the fee needs a step-up; a stop must never wait for one (docs/rules.md R105).
    if (feeBps !== undefined && feeBps !== before.feeBps) assertSteppedUp(ctx, viewer)
    const change = withoutUndefined({
      feeBps,
      buyingStopped: buying_stopped,
      creatingStopped: creating_stopped,
      maintenance,
      banner,
    })
    const by = { actorId: viewer.userId, requestId: request.id }
    return { data: present(await inTransaction(ctx.db, (tx) => changeOperatorSettings(ctx, tx, change, by))) }
  })
}

const withoutUndefined = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<OperatorSettings>

const present = ({ feeBps, buyingStopped, creatingStopped, maintenance, banner }: OperatorSettings): Wire => ({
  platform_fee_bps: feeBps,
  buying_stopped: buyingStopped,
  creating_stopped: creatingStopped,
  maintenance,
  banner,
})
