import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMember } from '../../test/build-member.ts'
import { buildFile } from '../../test/build-nft.ts'
import { useTestApp } from '../../test/test-app.ts'
import { systemRandom } from '../clock.ts'
import { openFolderTarget } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import type { BackupAccess } from './parts.ts'
import { deriveBackupKey } from './sealed-stream.ts'
import { verifyBackup } from './verify-backup.ts'

const t = useTestApp()
let place: string
let access: BackupAccess

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'verso-packs-'))
  access = {
    target: openFolderTarget(place),
    key: deriveBackupKey('one key of the operator, long'),
    random: systemRandom,
  }
})
afterAll(() => rm(place, { recursive: true, force: true }))

const warnings: string[] = []
async function backUp(): Promise<Manifest> {
  t.clock.advance(1_000)
  const { config, storage, clock } = t.ctx
  const warn = (text: string) => void warnings.push(text)
  return makeBackup(access, { config, storage, clock, isEmbedded: false, warn })
}

test.each([
  ['was deleted', (path: string) => rm(path)],
  ['was cut off', async (path: string) => truncate(path, (await stat(path)).size - 1)],
])('the files of a pack that %s are copied again by the next backup', async (_what, spoil) => {
  const { id } = await buildMember(t)
  await buildFile(t, { ownerId: id })
  const kept = await backUp()
  await buildFile(t, { ownerId: id })
  const before = await backUp()
  const pack = before.packs.at(-1)?.name ?? ''
  await spoil(join(place, pack))
  await expect(verifyBackup(access, before)).rejects.toThrow(pack)
  const after = await backUp()
  await verifyBackup(access, after)
  expect(after.files).toMatchObject({ count: before.files.count, missing: [] })
  // The files of the other packs are not copied again.
  expect(after.packs.slice(0, -1)).toEqual(kept.packs)
})

async function changeByte(path: string, at: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[at < 0 ? bytes.length + at : at]! ^= 1
  await writeFile(path, bytes)
}

test.each([
  ['manifest is damaged', 'manifest', -20],
  ['BACKUP_KEY is not the key', 'manifest', 20],
  ['files is damaged', 'files', -20],
])('a newest backup of which the %s is passed over with a warning', async (message, part, at) => {
  const { id } = await buildMember(t)
  await buildFile(t, { ownerId: id })
  const kept = await backUp()
  await buildFile(t, { ownerId: id })
  const damaged = await backUp()
  warnings.length = 0
  await changeByte(join(place, damaged.id, part), at)
  const after = await backUp()
  await verifyBackup(access, after)
  expect(after.files).toMatchObject({ count: damaged.files.count, missing: [] })
  expect(after.packs.slice(0, -1)).toEqual(kept.packs)
  expect(warnings).toEqual([expect.stringContaining(message)])
  expect(warnings[0]).toContain(damaged.id)
})

test('a place whose only backup is damaged gets a whole one', async () => {
  await rm(place, { recursive: true })
  await buildFile(t, { ownerId: (await buildMember(t)).id })
  const only = await backUp()
  await truncate(join(place, only.id, 'manifest'), 100)
  const after = await backUp()
  await verifyBackup(access, after)
  expect(after.packs.map(({ name }) => name)).toEqual([`packs/${after.id}-1`])
})
