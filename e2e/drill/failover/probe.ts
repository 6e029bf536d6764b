import { setTimeout as sleep } from 'node:timers/promises'
import { openPerson, type Person } from '../client.ts'
import type { Site } from '../site.ts'
import { until } from '../until.ts'

const WRITE_EVERY_MS = 125
const WRITERS = 16

type Writer = { person: Person; sent: number; acknowledged: number; isWaiting: boolean }

/** Members who change their profile eight times a second, each change numbered, and remember which were acknowledged. */
export type Probe = {
  /** @returns after how long a change was made that was asked for after now */
  untilWritten(): Promise<number>
  count(): { sent: number; acknowledged: number }
  /** Members whose profile is older than what was acknowledged to them. */
  findLost(): Promise<string[]>
  stop(): Promise<void>
}

export async function startProbe(site: Site): Promise<Probe> {
  const writers: Writer[] = []
  for (let made = 0; made < WRITERS; made++)
    writers.push({ person: await openPerson(site.ctx, site.client), sent: 0, acknowledged: 0, isWaiting: false })
  let isStopped = false
  let lastSentMs = 0
  const counts = { sent: 0, acknowledged: 0 }
  const write = async (writer: Writer) => {
    const sentMs = performance.now()
    const number = ++writer.sent
    counts.sent++
    writer.isWaiting = true
    const body = { occupation: `Change ${number}` }
    const { status } = await site.client.send({
      method: 'PUT',
      path: '/api/users/me/',
      token: writer.person.token,
      body,
    })
    writer.isWaiting = false
    if (status !== 200) return
    counts.acknowledged++
    writer.acknowledged = number
    lastSentMs = Math.max(lastSentMs, sentMs)
  }
  const running = (async () => {
    for (let turn = 0; !isStopped; turn++) {
      const writer = writers[turn % WRITERS] as Writer
      if (!writer.isWaiting) void write(writer)
      await sleep(WRITE_EVERY_MS)
    }
  })()
  const untilWritten = async () => {
    const sinceMs = performance.now()
    await until('a change is made', async () => lastSentMs > sinceMs)
    return performance.now() - sinceMs
  }
  await untilWritten()
  return {
    untilWritten,
    count: () => ({ ...counts }),
    findLost: async () => {
      const read = async ({ person, acknowledged }: Writer) => {
        const { occupation } = await person.call('GET', '/api/users/me/')
        const kept = Number(occupation.split(' ')[1])
        return kept >= acknowledged ? [] : [`${person.id} has ${kept}, and was told ${acknowledged}`]
      }
      return (await Promise.all(writers.map(read))).flat()
    },
    stop: async () => {
      isStopped = true
      await running
      await until('all are answered', async () => writers.every(({ isWaiting }) => !isWaiting))
    },
  }
}
