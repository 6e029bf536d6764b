import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../app.ts'
import type { Context } from '../../context.ts'
import { buildStripePageApp } from '../../payments/stripe-page/build-stripe-page-app.ts'
import type { App } from '../../http/app-type.ts'
import { buildMediaApp } from '../../media/serving/media-app.ts'
import { serveUntilQuiet } from '../../http/serving/serve-until-quiet.ts'
import { listenFailure } from '../../errors/listen-failure.ts'

/**
 * The ports of the product: marketplace, admin area, members' files, and a payment page of ours. `stop` tells balancers that they are
 * not ready, serves on for the grace time and until they have gone, and lets what has begun end.
 */
export async function startServers(
  ctx: Context,
  waitForBalancers = letBalancersGo,
): Promise<{ stop(): Promise<void> }> {
  const { ports, host } = ctx.config
  const apps: [App, number, string][] = [
    [await buildApp(ctx, 'marketplace'), ports.public, 'PORT'],
    [await buildApp(ctx, 'admin'), ports.admin, 'ADMIN_PORT'],
    [await buildMediaApp(ctx), ports.media, 'MEDIA_PORT'],
  ]
  // The sandbox listens there by itself; Wert has an origin of its own.
  if (ctx.payments.name === 'stripe') apps.push([buildStripePageApp(ctx), ports.pay, 'PAY_PORT'])
  const close = async () => void (await Promise.all(apps.map(([app]) => app.close())))
  try {
    for (const [app, port, setting] of apps) await listen(app, host, port, setting)
  } catch (error) {
    await close()
    throw error
  }
  return {
    stop: async () => {
      for (const [app] of apps) app.isEnding = true
      await waitForBalancers(
        ctx,
        apps.map(([app]) => app),
      )
      await close()
    },
  }
}

/** Without a grace time clients hear of our end from us alone. */
async function letBalancersGo({ config }: Context, apps: readonly App[]): Promise<void> {
  if (config.stopGraceMs === 0) return
  await sleep(config.stopGraceMs)
  await serveUntilQuiet(apps)
}

async function listen(app: App, host: string, port: number, setting: string): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenFailure(error, { host, port, setting })
  }
}
