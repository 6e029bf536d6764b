import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The memory that a process holds now. */
export function residentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}

/**
 * The memory of these processes together, pages that several of them map (the program itself) counted once. Elsewhere than on Linux
 * the shared pages are unknown, and count for each process.
 */
export function togetherMb(pids: readonly number[]): number {
  let sumMb = 0
  for (const pid of pids) {
    try {
      sumMb += process.platform === 'linux' ? proportionalMb(pid) : residentMb(pid)
    } catch {
      // It has just ended.
    }
  }
  return sumMb
}

const proportionalMb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024

export function childPids(pid: number): number[] {
  if (process.platform === 'linux') {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  }
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (parent === pid && child ? [child] : []))
}
