import type { GuardedProcess } from '../guarded-process.ts'

/** The port from a node's banner, or nothing when it ended without one. Reading goes on, so that it never blocks. */
export function readPort({ stdout, exited }: GuardedProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    let banner = ''
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (banner.length < 100_000) banner += text
      const found = /Listening on 127\.0\.0\.1:(\d+)/.exec(banner)
      if (found) resolve(Number(found[1]))
    })
    void exited.then(() => resolve(undefined))
  })
}
