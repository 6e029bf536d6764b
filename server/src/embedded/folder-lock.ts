import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '../errors/startup-error.ts'

export type FolderLock = { release(): void }

const SQLITE_BUSY = 5
/** Another process that shares the folder holds it alone for the moment in which it makes the keys. */
const SHARED_WAIT_MS = 2_000

/** Kept here, because an unreferenced connection is garbage collected, and closing it drops the lock. */
const held = new Set<DatabaseSync>()

/** Another process runs on the folder. */
export class FolderInUse extends StartupError {}

/**
 * Takes a folder for this process alone, or shares it with others that share it too. The lock is SQLite's file lock, which
 * the operating system drops when its process dies however it dies: no stale lock to detect, no race in taking over.
 * @throws FolderInUse when another process has it, else StartupError
 */
export function lockFolder(path: string, { isShared = false }: { isShared?: boolean } = {}): FolderLock {
  const ownerFile = join(path, 'lock.pid')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(path, 'lock.db'), { timeout: isShared ? SHARED_WAIT_MS : 0 })
    // A read within a transaction holds SQLite's shared lock until the transaction ends.
    database.exec(isShared ? 'begin; select count(*) from sqlite_master' : 'begin exclusive')
  } catch (error) {
    if (database?.isOpen) database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new FolderInUse(inUse(path, ownerFile))
    throw new StartupError(`The folder ${path} cannot be used: ${(error as Error).message}. Is it writable?`)
  }
  writeFileSync(ownerFile, String(process.pid))
  held.add(database)
  return {
    release: () => {
      if (held.delete(database)) database.close()
    },
  }
}

function inUse(path: string, ownerFile: string): string {
  return `Another process${ownerOf(ownerFile)} already runs on ${path}. Stop it first, or choose another folder with DATA_DIR.`
}

function ownerOf(ownerFile: string): string {
  try {
    return ` (pid ${Number(readFileSync(ownerFile, 'utf8'))})`
  } catch {
    return ''
  }
}
