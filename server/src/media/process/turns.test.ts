import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'
import type { Share } from '../../gateways/media/media-process.ts'

/** Starts what it is given, and tells what runs. */
function open() {
  const turns = createTurns()
  const running: string[] = []
  const shares = new Map<string, Share>()
  const ask = (name: string, share: Share) => {
    shares.set(name, share)
    return turns.take(share).then(() => void running.push(name))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    running.splice(running.indexOf(name), 1)
    turns.release(shares.get(name) as Share)
    await settle()
  }
  return { ask, end, settle, running }
}

describe('turns', () => {
  it("let a member's many files hold one place, and others pass them", async () => {
    const { ask, end, settle, running } = open()
    for (const name of ['a1', 'a2', 'a3']) void ask(name, { ownerId: 'a' })
    for (const name of ['b1', 'c1']) void ask(name, { ownerId: name })
    await settle()
    expect(running).toEqual(['a1', 'b1', 'c1'])
    void ask('d1', { ownerId: 'd' })
    await end('a1')
    expect(running).toEqual(['b1', 'c1', 'd1'])
    await end('b1')
    expect(running).toEqual(['c1', 'd1', 'a2'])
  })

  it('leave a place to quick files, and one more to all that are not slow, from any sender', async () => {
    const { ask, end, settle, running } = open()
    for (const ownerId of ['a', 'b', 'c']) void ask(`slow ${ownerId}`, { ownerId, lane: 'slow' })
    for (const ownerId of ['d', 'e']) void ask(`heavy ${ownerId}`, { ownerId, lane: 'heavy' })
    await settle()
    expect(running).toEqual(['slow a', 'heavy d'])
    void ask('quick', { ownerId: 'f', lane: 'quick' })
    await settle()
    expect(running).toEqual(['slow a', 'heavy d', 'quick'])
    await end('quick')
    expect(running).toEqual(['slow a', 'heavy d'])
    await end('slow a')
    expect(running).toEqual(['heavy d', 'slow b'])
    await end('heavy d')
    expect(running).toEqual(['slow b', 'heavy e'])
  })

  it('give two places to heavy files while none is slow, and all three to quick ones', async () => {
    const { ask, settle, running } = open()
    for (const ownerId of ['a', 'b', 'c']) void ask(`heavy ${ownerId}`, { ownerId, lane: 'heavy' })
    await settle()
    expect(running).toEqual(['heavy a', 'heavy b'])
    const other = open()
    for (const ownerId of ['a', 'b', 'c', 'd']) void other.ask(`quick ${ownerId}`, { ownerId, lane: 'quick' })
    await other.settle()
    expect(other.running).toEqual(['quick a', 'quick b', 'quick c'])
  })

  it('refuse only the member who lets too many wait', async () => {
    const { ask, settle, running } = open()
    const asked = Array.from({ length: 21 }, (_, index) => ask(`a${index}`, { ownerId: 'a' }))
    await expect(ask('one more', { ownerId: 'a' })).rejects.toMatchObject({ code: 'too_many_requests' })
    void ask('b1', { ownerId: 'b' })
    await settle()
    expect(running).toEqual(['a0', 'b1'])
    expect(asked).toHaveLength(21)
  })
})
