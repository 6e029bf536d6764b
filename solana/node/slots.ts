import { Clock, type LiteSVM } from 'litesvm'
import type { Blockhash } from '@solana/kit'

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** How many slots it takes until the votes are in; on the network it is about as many. */
const DEPTHS: Record<Commitment, number> = { processed: 0, confirmed: 1, finalized: 32 }
/** A transaction may name a blockhash that is so old. */
const BLOCKHASH_MAX_AGE = 150
export const SLOTS_PER_EPOCH = 432_000

export type Slots = {
  /** Moves on to the slot of this moment. */
  advance(): void
  /** The newest slot with this commitment. */
  at(commitment: Commitment): number
  timeOf(slot: number): number
  latestBlockhash(commitment: Commitment): { blockhash: Blockhash; lastValidBlockHeight: number }
  isRecent(blockhash: string): boolean
  /** Goes to where a transaction once ran: what it did depends on the blockhash and the time. */
  replay(slot: number, blockhash: string): void
}

/** A checkpoint is made often enough that there are not more blockhashes between it and a transaction. */
const REPLAY_MAX = 1_000_000

/** The slots of a chain follow from the time alone, so they go on while its process does not run. */
export function createSlots(
  vm: LiteSVM,
  { slot: first, genesisTimeMs, slotMs, now }: { slot: number; genesisTimeMs: number; slotMs: number; now(): number },
): Slots {
  let slot = first
  let recent: { blockhash: Blockhash; slot: number }[] = [{ blockhash: vm.latestBlockhash(), slot }]
  const at = (commitment: Commitment) => Math.max(0, slot - DEPTHS[commitment])
  const timeOf = (each: number) => Math.floor((genesisTimeMs + each * slotMs) / 1000)

  const setClock = () => {
    const epoch = BigInt(Math.floor(slot / SLOTS_PER_EPOCH))
    vm.setClock(new Clock(BigInt(slot), BigInt(timeOf(0)), epoch, epoch + 1n, BigInt(timeOf(slot))))
  }
  const advance = () => {
    const current = Math.floor((now() - genesisTimeMs) / slotMs)
    if (current <= slot) return
    // No client has seen the blockhashes of the slots between.
    for (let next = Math.max(slot + 1, current - DEPTHS.finalized); next <= current; next++) {
      vm.expireBlockhash()
      recent.push({ blockhash: vm.latestBlockhash(), slot: next })
    }
    slot = current
    recent = recent.filter((each) => slot - each.slot <= BLOCKHASH_MAX_AGE)
    setClock()
  }
  const latestBlockhash = (commitment: Commitment) => {
    const found = recent.findLast((each) => each.slot <= at(commitment)) ?? recent[0]
    const { blockhash, slot: since } = found ?? { blockhash: vm.latestBlockhash(), slot }
    return { blockhash, lastValidBlockHeight: since + BLOCKHASH_MAX_AGE }
  }
  const isRecent = (blockhash: string) => recent.some((each) => each.blockhash === blockhash)
  const replay = (to: number, blockhash: string) => {
    for (let steps = 0; vm.latestBlockhash() !== blockhash; steps++) {
      if (steps === REPLAY_MAX) throw new Error('the journal does not go on from the checkpoint')
      vm.expireBlockhash()
    }
    slot = to
    recent = [{ blockhash: vm.latestBlockhash(), slot }]
    setClock()
  }
  return { advance, at, timeOf, latestBlockhash, isRecent, replay }
}
