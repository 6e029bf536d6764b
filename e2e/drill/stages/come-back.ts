import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { measure, step } from '../report.ts'
import { addCredits, buyNft, listNft, openTrader, sellNft } from '../sell-nft.ts'
import type { Site } from '../site.ts'
import { keepProvider, listPayments, readProvider, startAndCompare } from './after-a-loss.ts'
import { findMoneyOut, prepareMoneyOut, readSettledBooks, sendMoneyOut } from './money-out.ts'

/** Backs up, sells one more, loses database, files and processes, restores, and looks for what was there. */
export async function comeBack(site: Site): Promise<void> {
  const { client, fleet, outside, folder } = site
  const place = ['--to', join(folder, 'backups')]
  const kept = await sellNft(site.ctx, client, 'Sold before the backup')
  const listed = await listNft(site.ctx, client, 'Sold after the backup')
  const buyer = await openTrader(site.ctx, client)
  const moneyOut = await step('a payout is approved', () => prepareMoneyOut(site))
  await step('backup', () => fleet.run('backup/backup', place, site.settings))
  await step('backup:verify', () => fleet.run('backup/verify', ['--from', ...place.slice(1)], site.settings))
  await step('a work and credits are sold after the backup', async () => {
    await buyNft(client, listed, buyer)
    await addCredits(client, buyer)
  })
  await step('a top-up is refunded and the payout marked paid after the backup', () => sendMoneyOut(site, moneyOut))
  const books = await readSettledBooks(site)
  const payments = await listPayments(site.ctx)
  const old = site.settings
  await step('everything is lost', async () => {
    await fleet.killAll()
    await site.ctx.close()
    rmSync(old.DATA_DIR as string, { recursive: true })
  })
  const provider = readProvider(old.MIGRATION_DATABASE_URL as string)
  await outside.dropDatabase('drill')
  await site.moveTo({ database: await outside.makeDatabase('restored'), dataDir: join(folder, 'data-2') })
  await step('restore', () => fleet.run('backup/restore', ['--from', ...place.slice(1)], site.settings))
  keepProvider(provider, site.settings.MIGRATION_DATABASE_URL as string)
  const nfts = [
    { when: 'before the backup', ...kept },
    { when: 'after the backup', nftId: listed, buyer: buyer.id },
  ]
  await startAndCompare(site, { nfts, token: buyer.token, payments, unknown: { payments: 0, tokens: 0 } })
  await findMoneyOut(site, moneyOut)
  const isThere = new Set(await readSettledBooks(site))
  const missing = books.filter((line) => !isThere.has(line))
  for (const line of missing) console.log(`    other than before: ${line}`)
  measure({
    what: 'accounts of the ledger that differ',
    measured: missing.length,
    unit: `of ${books.length}`,
    atMost: 0,
  })
  await step('a work is sold after all of it', () => sellNft(site.ctx, client, 'Sold after the restore'))
}
