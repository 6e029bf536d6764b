import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildFile, buildNft } from '../../../test/build-nft.ts'
import { createDatabase, dropDatabase } from '../../../test/database.ts'
import { runScript } from '../../../test/run-script.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { systemClock } from '../../clock.ts'
import { openDatabase } from '../../db/client.ts'
import { startHeartbeat } from '../../jobs/heartbeat.ts'
import { claimStorageFolder } from '../../media/storage/claim-storage-folder.ts'
import { findRestored, RESTORED as RESTORED_ROW } from '../../settings/restored.ts'
import { getOperatorSettings } from '../../settings/settings-store.ts'

const t = useTestApp()
const RESTORED = `verso_restored_by_command_${process.pid}`
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verso-backup-command-'))
})
afterAll(async () => {
  await dropDatabase(t.ownerUrl, RESTORED)
  await rm(folder, { recursive: true, force: true })
})

const settings = (more: Record<string, string> = {}): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATA_DIR: t.ctx.config.dataDir,
  DATABASE_URL: t.ctx.config.database.url,
  MIGRATION_DATABASE_URL: t.ownerUrl,
  POLYGON_RPC_URL: t.ctx.chains.POLYGON.rpcUrl,
  ETH_RPC_URL: t.ctx.chains.ETH.rpcUrl,
  WALLET_KEK: t.ctx.config.walletKek,
  SECRET_KEY: t.ctx.config.secretKeys.join(','),
  BACKUP_KEY: 'q7Vb1xTz9LmN4cRw8sYd2fGh6jKp0eAu',
  ...more,
})
const run = (script: string, args: string[], given = settings()) =>
  runScript(`commands/backup/${script}.ts`, args, given)

test('the commands back up, verify and restore, and each mistake is one sentence', async () => {
  await buildNft(t, { creator: await buildMember(t) })
  const place = join(folder, 'backups')
  const mistakes = [
    await run('backup', []),
    await run('backup', ['--to', place], settings({ BACKUP_KEY: '' })),
    await run('verify', ['--from', place]),
  ]
  expect(mistakes.map(({ output }) => output.trim())).toEqual([
    expect.stringMatching(/^Where are the backups\?.*--to FOLDER/),
    expect.stringMatching(/^BACKUP_KEY is missing/),
    expect.stringMatching(/^There is no finished backup in/),
  ])
  for (const { code } of mistakes) expect(code).toBe(1)

  await claimStorageFolder(t.ctx)
  const elsewhere = await run('backup', ['--to', place], settings({ DATA_DIR: join(folder, 'none of it') }))
  expect(elsewhere).toMatchObject({
    code: 1,
    output: expect.stringMatching(/files of this database are in one folder/),
  })
  expect(await run('backup', ['--to', place])).toMatchObject({ code: 0, output: expect.stringContaining('1 files') })
  // It needs no service: not even the database.
  const verified = await run(
    'verify',
    ['--from', place],
    settings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
  )
  expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('It is whole.') })

  const url = await createDatabase(t.ownerUrl, RESTORED)
  const dataDir = join(folder, 'data')
  const target = settings({ DATABASE_URL: url, MIGRATION_DATABASE_URL: url, DATA_DIR: dataDir })
  expect(await run('restore', ['--from', place], target)).toMatchObject({
    code: 0,
    output: expect.stringContaining('its books are right'),
  })
  const db = openDatabase(url, t.ctx.log, { maxConnections: 1 })
  const nfts = await db.selectFrom('nfts').select('id').execute()
  await db.destroy()
  expect(nfts).toEqual(await t.ctx.db.selectFrom('nfts').select('id').execute())
  const enter = (args: string[]) => run('restore-payouts', args, target)
  expect(await enter(['--member', 'a@example.com', '--amount', '1.234', '--reference', 'R'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^\s*Which payout\?/),
  })
  expect(await enter(['--done'])).toMatchObject({ code: 0, output: expect.stringContaining('Payouts go on') })
  expect(await run('restore', ['--from', place], target)).toMatchObject({
    code: 1,
    output: expect.stringContaining('The database is not empty'),
  })
}, 180_000)

test('a place that cannot be used is named, and no other part of the product is blamed for it', async () => {
  const file = join(folder, 'a file')
  await writeFile(file, '')
  const away = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const answers = [
    await run('verify', ['--from', file]),
    await run('backup', ['--to', join(file, 'below')]),
    await run('verify', ['--from', 's3://bucket/folder'], settings(away)),
  ]
  const unusable = (place: string, why: string) => `The place of the backups ${place} cannot be used: ${why}`
  expect(answers.map(({ output }) => output.trim())).toEqual([
    expect.stringContaining(unusable(file, 'ENOTDIR')),
    expect.stringContaining(unusable(join(file, 'below'), 'ENOTDIR')),
    expect.stringContaining(unusable('s3://bucket', 'connect ECONNREFUSED')),
  ])
  for (const { code, output } of answers) {
    expect(code).toBe(1)
    expect(output).not.toMatch(/database|\n\s+at /)
  }
}, 180_000)

test('a file that the store has lost is named by the backup and by its check, and neither ends well', async () => {
  const file = await buildFile(t, { ownerId: (await buildMember(t)).id })
  const { storage_key: key } = await t.ctx.db
    .selectFrom('files')
    .select('storage_key')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  await t.ctx.storage.delete(key)
  await claimStorageFolder(t.ctx)
  const place = join(folder, 'lost')
  for (const made of [await run('backup', ['--to', place]), await run('verify', ['--from', place])]) {
    expect(made).toMatchObject({ code: 1, output: expect.stringContaining(`not in the backup`) })
    expect(made.output).toContain(key)
    expect(made.output).not.toContain('It is whole.')
  }
}, 180_000)

test('a database that was brought back by other means is treated like a restored backup, once', async () => {
  await buildMember(t)
  const until = '2020-01-02T03:04:05.000Z'
  const mistakes = [
    await run('restore-elsewhere', []),
    await run('restore-elsewhere', ['--until', '2999-01-01T00:00:00Z']),
  ]
  for (const { code, output } of mistakes)
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^\s*Until when does the database have/),
    })
  const heartbeat = startHeartbeat({ ...t.ctx, clock: systemClock }, 'worker')
  await expect.poll(() => t.ctx.db.selectFrom('heartbeats').select('role').execute()).toHaveLength(1)
  const beside = await run('restore-elsewhere', ['--until', until])
  expect(beside).toMatchObject({
    code: 1,
    output: expect.stringContaining('The product runs on this database (worker'),
  })
  expect(await findRestored(t.ctx.db)).toBeUndefined()
  await heartbeat.stop()
  expect(await run('restore-elsewhere', ['--until', until])).toMatchObject({
    code: 0,
    output: expect.stringContaining('buying is stopped'),
  })
  expect(await findRestored(t.ctx.db)).toMatchObject({ backupId: '20200102T030405Z', madeAt: new Date(until) })
  expect((await getOperatorSettings(t.ctx)).buyingStopped).not.toBeNull()
  const open = t.ctx.db.selectFrom('sessions').select('id').where('revoked_at', 'is', null)
  expect(await open.execute()).toEqual([])
  expect(await run('restore-elsewhere', ['--until', until])).toMatchObject({
    code: 1,
    output: expect.stringContaining('known already'),
  })
}, 180_000)

test('a database that was brought back to a time at which an earlier restore was unfinished goes on with both', async () => {
  const [first, restoredAt, until] = [
    '2020-01-02T03:04:05.000Z',
    '2020-01-02T05:00:00.000Z',
    '2020-01-03T00:00:00.000Z',
  ]
  await t.ctx.db.deleteFrom('settings').where('key', '=', RESTORED_ROW).execute()
  const row = {
    backupId: '20200102T030405Z',
    madeAt: first,
    restoredAt,
    notice: 'We check',
    buyingStoppedBefore: null,
    heads: null,
    comparedAt: null,
    payoutsEnteredAt: null,
  }
  const values = { key: RESTORED_ROW, value: JSON.stringify(row), updated_at: new Date(restoredAt) }
  await t.ctx.db.insertInto('settings').values(values).execute()
  const again = () => run('restore-elsewhere', ['--until', until])
  expect(await again()).toMatchObject({ code: 0, output: expect.stringContaining('buying is stopped') })
  expect(await findRestored(t.ctx.db)).toMatchObject({ backupId: '20200103T000000Z', madeAt: new Date(first) })
  expect(await again()).toMatchObject({ code: 1, output: expect.stringContaining('known already') })
}, 180_000)
