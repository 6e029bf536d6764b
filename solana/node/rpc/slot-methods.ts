import { commitmentOf, configParam, inContext, type Method, slotOf } from './params.ts'
import { SLOTS_PER_EPOCH } from '../slots.ts'

/** No slot is skipped here, so the height of a block is its slot. */
export const slotMethods: Record<string, Method> = {
  getHealth: () => 'ok',
  getGenesisHash: ({ genesisHash }) => genesisHash,
  getSlot: (chain, [options]) => slotOf(chain, configParam(options)),
  getBlockHeight: (chain, [options]) => slotOf(chain, configParam(options)),
  getEpochInfo: (chain, [options]) => {
    const slot = slotOf(chain, configParam(options))
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: chain.landed.length,
    }
  },
  getLatestBlockhash: (chain, [options]) => {
    const config = configParam(options)
    return inContext(slotOf(chain, config), chain.slots.latestBlockhash(commitmentOf(config)))
  },
}
