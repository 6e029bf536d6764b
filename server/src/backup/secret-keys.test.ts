import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'
import { systemRandom } from '../clock.ts'
import { openFolderTarget } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { deriveBackupKey } from './sealed-stream.ts'

const t = useTestApp()
const [NEW, OLD] = ['n'.repeat(40), 'o'.repeat(40)]
/** The error that a restore into the database of this test ends with, once it has accepted the keys. */
const ACCEPTED = 'The database is not empty'
let place: string
let manifest: Manifest

const access = () => ({
  target: openFolderTarget(place),
  key: deriveBackupKey('one key of the operator, long'),
  random: systemRandom,
})
const restoreWith = (secretKeys: string[], more: { isWithoutOldKeys?: boolean; manifest?: Manifest } = {}) => {
  const { config, storage, clock } = t.ctx
  const target = { config: { ...config, secretKeys }, storage, clock, isWithoutOldKeys: more.isWithoutOldKeys }
  return restoreBackup(access(), more.manifest ?? manifest, target)
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'verso-secret-keys-'))
  const { config, storage, clock } = t.ctx
  const source = { config: { ...config, secretKeys: [NEW, OLD] }, storage, clock, isEmbedded: false }
  manifest = await makeBackup(access(), source)
})
afterAll(() => rm(place, { recursive: true, force: true }))

test('a restore without the old one of two keys is refused, and names it', async () => {
  await expect(restoreWith([NEW])).rejects.toThrow('SECRET_KEY (part 2)')
  await expect(restoreWith([NEW, 'x'.repeat(40)])).rejects.toThrow('SECRET_KEY (part 2)')
  await expect(restoreWith([OLD])).rejects.toThrow('SECRET_KEY is not')
})

test('all keys of the backup are accepted in any order and beside others', async () => {
  await expect(restoreWith(['x'.repeat(40), OLD, NEW])).rejects.toThrow(ACCEPTED)
})

test('an operator who has no old key any more says so', async () => {
  await expect(restoreWith([NEW], { isWithoutOldKeys: true })).rejects.toThrow(ACCEPTED)
  await expect(restoreWith([OLD], { isWithoutOldKeys: true })).rejects.toThrow('SECRET_KEY is not')
})

test('a backup that keeps no list of them asks for its first key alone', async () => {
  const { secretKeyChecks: _list, ...earlier } = manifest
  await expect(restoreWith([NEW], { manifest: earlier })).rejects.toThrow(ACCEPTED)
})
