import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner, lamports } from '@solana/kit'
import { LiteSVM } from 'litesvm'
import { type AccountHistory, createAccountHistory } from './account-history.ts'
import { type Position, readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import { execute, type Meta } from './execute.ts'
import { type Journal, openJournal } from './journal.ts'
import { type Message, readMessage, toBase58 } from './read-message.ts'
import { createSlots, type Slots } from './slots.ts'

/** A transaction in a block: as it was sent, when, and what it did. */
export type Entry = { raw: string; slot: number; blockhash: string; isRecent: boolean; meta: Meta }
export type Landed = Entry & { message: Message; signature: string }

export type ChainOptions = {
  /** Its state: made when it is not there. */
  folder: string
  slotMs: number
  now?: () => number
}

export type Chain = {
  vm: LiteSVM
  slots: Slots
  history: AccountHistory
  genesisHash: string
  faucet: KeyPairSigner
  /** All that have landed, the oldest first. */
  landed: Landed[]
  find(signature: string): Landed | undefined
  /** Runs a transaction and keeps it, when it lands. */
  run(raw: string): { isLanded: boolean; meta: Meta }
  /** Saves the state, so that the next start has less to run again. */
  checkpoint(): void
  close(): void
}

/** All lamports of the chain; a JSON number can tell so many. */
const FAUCET_LAMPORTS = lamports(9_000_000_000_000_000n)
/** Blockhashes follow from each other, and a start goes through those since the checkpoint. */
const CHECKPOINT_SLOTS = 5_000

/** Opens a chain as its folder has it: the last checkpoint, and the transactions that came after it run again. */
export async function openChain({ folder, slotMs, now = Date.now }: ChainOptions): Promise<Chain> {
  mkdirSync(folder, { recursive: true })
  const checkpointPath = join(folder, 'checkpoint')
  const saved = readCheckpoint(checkpointPath)
  const vm = saved ? LiteSVM.fromBytes(saved.state) : new LiteSVM()
  const position = saved?.position ?? newPosition(now())
  const faucet = await createKeyPairSignerFromPrivateKeyBytes(Buffer.from(position.faucetKey, 'base64'))
  if (!saved) fund(vm, faucet)

  const journal: Journal<Entry> = openJournal(join(folder, 'journal.jsonl'))
  const { genesisHash, genesisTimeMs } = position
  const slots = createSlots(vm, { slot: position.slot, genesisTimeMs, slotMs, now })
  const history = createAccountHistory(vm)
  const landed: Landed[] = []
  const bySignature = new Map<string, Landed>()
  const keep = (entry: Entry) => {
    const message = readMessage(entry.raw)
    const kept = { ...entry, message, signature: message.signatures[0] ?? '' }
    landed.push(kept)
    bySignature.set(kept.signature, kept)
  }

  let last = saved && { slot: position.slot, entries: position.entries }
  const checkpoint = () => {
    const next = { slot: slots.at('processed'), entries: landed.length }
    if (next.entries === last?.entries && next.slot - last.slot < CHECKPOINT_SLOTS) return
    writeCheckpoint(checkpointPath, { position: { ...position, ...next }, state: vm.toBytes() })
    last = next
  }
  const run: Chain['run'] = (raw) => {
    const message = readMessage(raw)
    const entry = {
      raw,
      slot: slots.at('processed'),
      blockhash: vm.latestBlockhash(),
      isRecent: slots.isRecent(message.lifetime),
    }
    const { isLanded, meta, before } = execute(vm, message, entry)
    if (isLanded) {
      journal.append({ ...entry, meta })
      keep({ ...entry, meta })
      history.note(entry.slot, before)
      history.forgetBefore(slots.at('finalized'))
    }
    return { isLanded, meta }
  }

  if (journal.entries.length < position.entries) throw new Error('the journal is shorter than the checkpoint says')
  for (const entry of journal.entries.slice(0, position.entries)) keep(entry)
  for (const entry of journal.entries.slice(position.entries)) {
    slots.replay(entry.slot, entry.blockhash)
    const { meta } = execute(vm, readMessage(entry.raw), entry)
    if (JSON.stringify(meta) !== JSON.stringify(entry.meta))
      throw new Error('a transaction of the journal did something else')
    keep(entry)
  }
  slots.advance()
  checkpoint()
  return {
    vm,
    slots,
    history,
    genesisHash,
    faucet,
    landed,
    find: (signature) => bySignature.get(signature),
    run,
    checkpoint,
    close: () => {
      checkpoint()
      journal.close()
    },
  }
}

const newPosition = (nowMs: number): Position => ({
  genesisHash: toBase58(randomBytes(32)),
  genesisTimeMs: nowMs,
  faucetKey: randomBytes(32).toString('base64'),
  slot: 0,
  entries: 0,
})

const fund = (vm: LiteSVM, { address }: KeyPairSigner): void =>
  vm.setAccount({
    address,
    lamports: FAUCET_LAMPORTS,
    data: new Uint8Array(),
    executable: false,
    programAddress: SYSTEM_PROGRAM_ADDRESS,
    space: 0n,
  })
