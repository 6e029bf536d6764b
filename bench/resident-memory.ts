import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What a process holds in memory now. */
export function residentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}

/** What the processes hold that it has started, but for those in `except`. */
export function childrenMb(pid: number, except: ReadonlySet<number> = new Set()): number {
  let sumMb = 0
  for (const child of childPids(pid).filter((each) => !except.has(each))) {
    try {
      sumMb += residentMb(child)
    } catch {
      // It has just ended.
    }
  }
  return sumMb
}

export function childPids(pid: number): number[] {
  if (process.platform === 'linux') {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  }
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (parent === pid && child ? [child] : []))
}
