import { setTimeout as sleep } from 'node:timers/promises'
import type { ArchivedServer } from '../archive/archived-server.ts'
import { step } from '../report.ts'
import { addCredits, buyNft, listNft, openTrader, sellNft } from '../sell-nft.ts'
import type { Site } from '../site.ts'
import { keepProvider, listPayments, readProvider, startAndCompare } from './after-a-loss.ts'

const SECOND_MS = 1_000
/** Credits of both and one purchase; one token. */
const OF_NEWCOMERS = { payments: 3, tokens: 1 }

/** Loses the database alone, goes back to a second of before, and looks for all that was sold since. */
export async function backToATime(site: Site, server: ArchivedServer): Promise<void> {
  const { client, fleet } = site
  const sell = (when: string) => step(`a work is sold ${when}`, () => sellNft(site.ctx, client, `Sold ${when}`))
  const [, duringBackup] = await Promise.all([
    step('pgBackRest: full backup', () => server.backUp()),
    sell('during the backup'),
  ])
  const inLog = await sell('after the backup')
  const listed = await listNft(site.ctx, client, 'Sold after the time')
  const buyer = await openTrader(site.ctx, client)
  const time = await nextSecond()
  await step(`members buy after ${time}`, async () => {
    await buyNft(client, listed, buyer)
    await addCredits(client, buyer)
  })
  await sell('after the time, by members of after it')
  await step('the write-ahead log is archived', () => server.untilArchived())
  const payments = await listPayments(site.ctx)
  const ownerUrl = site.settings.MIGRATION_DATABASE_URL as string
  await fleet.killAll()
  await site.ctx.close()
  const provider = readProvider(ownerUrl)
  await step('the database is lost', () => server.lose())
  await step(`pgBackRest: restore to ${time}`, () => server.restoreTo(time))
  keepProvider(provider, ownerUrl)
  await step('restore:elsewhere', () =>
    fleet.run('backup/restore-elsewhere', ['--until', time], site.settings).then(() => undefined),
  )
  const nfts = [
    { when: 'during the backup', ...duringBackup },
    { when: 'after the backup', ...inLog },
    { when: 'after the time', nftId: listed, buyer: buyer.id },
  ]
  await startAndCompare(site, { nfts, token: buyer.token, payments, unknown: OF_NEWCOMERS })
  await step('a work is sold after all of it', () => sellNft(site.ctx, client, 'Sold after the restore'))
}

/** A second that begins after all that was done until now, once it is over. */
async function nextSecond(): Promise<string> {
  const atMs = Math.ceil(Date.now() / SECOND_MS) * SECOND_MS
  await sleep(atMs + SECOND_MS - Date.now())
  return new Date(atMs).toISOString().replace('.000', '')
}
