import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StartupError } from '../errors/startup-error.ts'
import { openDataFolder } from './data-folder.ts'
import { FolderInUse } from './folder-lock.ts'
import { launchChild, temporaryFolder } from './launch-child.test-support.ts'

test('makes a private folder with secrets that stay the same', () => {
  using parent = temporaryFolder()
  const path = join(parent.path, 'data')
  const first = openDataFolder(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(join(path, 'secrets.json')).mode & 0o777).toBe(0o600)
  first.release()
  const second = openDataFolder(path)
  expect(second.secrets).toEqual(first.secrets)
  second.release()
})

test('is refused to a second process, and free again once the first is killed', async () => {
  using folder = temporaryFolder()
  const holder = launchChild(`
    const { openDataFolder } = await load('data-folder.ts')
    openDataFolder(${JSON.stringify(folder.path)})
    print(process.pid)
    setInterval(() => {}, 1000)
  `)
  const pid = await holder.nextLine<number>()
  expect(() => openDataFolder(folder.path)).toThrow(`Another process (pid ${pid}) already runs on ${folder.path}.`)
  await holder.kill()
  openDataFolder(folder.path).release()
})

test('stays taken while its process runs, without a reference to the folder', async () => {
  using folder = temporaryFolder()
  const holder = launchChild(`
    const { setFlagsFromString } = await import('node:v8')
    const { runInNewContext } = await import('node:vm')
    const { openDataFolder } = await load('data-folder.ts')
    openDataFolder(${JSON.stringify(folder.path)})
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc')
    setTimeout(() => {
      collectGarbage()
      setTimeout(() => print('collected'), 50)
    }, 0)
    setInterval(() => {}, 1000)
  `)
  await holder.nextLine()
  expect(() => openDataFolder(folder.path)).toThrow(StartupError)
  await holder.kill()
})

test('of many that start at once exactly one gets it', async () => {
  using folder = temporaryFolder()
  const starts = Array.from({ length: 6 }, () =>
    launchChild(`
      const { openDataFolder } = await load('data-folder.ts')
      try {
        openDataFolder(${JSON.stringify(folder.path)})
        print('has it')
        setInterval(() => {}, 1000)
      } catch (error) {
        print(error.name)
      }
    `),
  )
  const results = await Promise.all(starts.map((start) => start.nextLine<string>()))
  await Promise.all(starts.map((start) => start.kill()))
  expect(results.sort()).toEqual([...Array.from({ length: 5 }, () => 'StartupError'), 'has it'])
})

test('remembers a port while it is free and takes another when it is not', async () => {
  using folder = temporaryFolder()
  const data = openDataFolder(folder.path)
  const port = await data.claimPort('postgres')
  expect(await data.claimPort('postgres')).toBe(port)
  expect(await data.claimPort('polygon')).not.toBe(port)
  const server = createServer().listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const other = await data.claimPort('postgres')
  expect(other).not.toBe(port)
  expect(JSON.parse(readFileSync(join(folder.path, 'ports.json'), 'utf8'))).toMatchObject({ postgres: other })
  server.close()
  data.release()
})

test('a file in its place or damaged secrets give one clear message', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  expect(() => openDataFolder(file)).toThrow(`DATA_DIR=${file} is a file. Name a folder instead.`)
  expect(() => openDataFolder(join(file, 'below'))).toThrow(StartupError)
  writeFileSync(join(folder.path, 'secrets.json'), '{}')
  expect(() => openDataFolder(folder.path)).toThrow('secrets.json cannot be read')
  // The refusal gave the lock back.
  expect(() => openDataFolder(folder.path)).toThrow('secrets.json cannot be read')
})

test('an API and a worker share a folder, and what needs it alone is kept out', () => {
  using folder = temporaryFolder()
  const [api, worker] = [
    openDataFolder(folder.path, { isShared: true }),
    openDataFolder(folder.path, { isShared: true }),
  ]
  expect(worker.secrets).toEqual(api.secrets)
  api.release()
  expect(() => openDataFolder(folder.path)).toThrow(FolderInUse)
  worker.release()
  const alone = openDataFolder(folder.path)
  expect(() => openDataFolder(folder.path, { isShared: true })).toThrow(FolderInUse)
  alone.release()
})
