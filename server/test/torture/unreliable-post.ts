import { type Faults, noFaults } from '../../src/embedded/sandbox/faults.ts'

/** The way of a provider's events: some are lost, late, repeated, and so they come in any order. */
export class UnreliablePost<Event> {
  faults: Faults = noFaults()
  #late: Event[] = []

  async post(fresh: Event[], deliver: (event: Event) => Promise<void>): Promise<void> {
    const arriving = this.#late.splice(0)
    const repeated: Event[] = []
    for (const event of fresh) {
      const fault = this.faults.next()
      if (fault === 'delay') this.#late.push(event)
      else if (fault !== 'drop') arriving.push(event)
      if (fault === 'duplicate') for (let copy = this.faults.copies(); copy > 0; copy--) repeated.push(event)
    }
    for (const event of [...arriving.reverse(), ...repeated]) await deliver(event)
  }
}
