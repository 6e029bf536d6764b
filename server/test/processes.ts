import { readdirSync, readFileSync } from 'node:fs'

type Stat = { name: string; state: string; parent: number }

function readStat(pid: number): Stat | undefined {
  try {
    const found = /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return found ? { name: found[1] as string, state: found[2] as string, parent: Number(found[3]) } : undefined
  } catch {
    return undefined
  }
}

/** All that runs below a process, however deep. */
export function descendantsOf(pid: number): number[] {
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const below = (parent: number): number[] =>
    all.filter((each) => readStat(each)?.parent === parent).flatMap((each) => [each, ...below(each)])
  return below(pid)
}

export const nameOf = (pid: number): string => readStat(pid)?.name ?? ''

/** A zombie that is not reaped keeps its number. */
export const isAlive = (pid: number): boolean => !['Z', undefined].includes(readStat(pid)?.state)

/** With its arguments. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

const MS_PER_TICK = 10

/**
 * Milliseconds of the processor that the processes below this one have used, also those that are gone: unlike time on a
 * clock it says the same on a busy machine.
 */
export function childrenCpuMs(): number {
  const usedBy = (pid: number, [user, system]: [number, number]) => {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return (Number(fields[user]) + Number(fields[system])) * MS_PER_TICK
    } catch {
      // Gone meanwhile: it is among those that have ended.
      return 0
    }
  }
  // proc(5): utime and stime of a process, cutime and cstime of its children that have ended.
  const living = descendantsOf(process.pid).map((pid) => usedBy(pid, [11, 12]))
  return living.reduce((sum, each) => sum + each, usedBy(process.pid, [13, 14]))
}
