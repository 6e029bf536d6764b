import { findManifest } from '../../backup/manifest.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { readSettings } from '../../config/read-settings.ts'
import { describeFailure } from '../describe-failure.ts'
import { openAccess, readPlace } from './backup-access.ts'
import { assertNoFileMissing, describeBackup } from './describe-backup.ts'

/** `npm run backup:verify -- --from FOLDER`: reads all of the newest backup, or of `--id`; needs no service and no other key. */
try {
  const { place, id } = readPlace('from')
  const access = await openAccess(readSettings(undefined, { purpose: 'backup' }), place)
  const manifest = await findManifest(access, id)
  await verifyBackup(access, manifest)
  process.stdout.write(`${describeBackup(manifest)}\n`)
  assertNoFileMissing(manifest)
  process.stdout.write('  It is whole.\n')
} catch (error) {
  process.exitCode = 1
  process.stderr.write(`\n${describeFailure(error)}\n`)
}
