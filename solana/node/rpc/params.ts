import { type Address, isAddress } from '@solana/kit'
import type { Chain } from '../chain.ts'
import { RpcError } from '../rpc-error.ts'
import type { Commitment } from '../slots.ts'

export type Method = (chain: Chain, params: unknown[]) => unknown

/** The object that most methods take last. */
export type Config = Record<string, unknown>

const COMMITMENTS = ['processed', 'confirmed', 'finalized']

export function addressParam(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return value
  throw new RpcError('invalidParams', 'Invalid param: WrongSize')
}

export function configParam(value: unknown): Config {
  if (value === undefined || value === null) return {}
  if (typeof value === 'object') return value as Config
  throw new RpcError('invalidParams', 'Invalid params: expected an object')
}

export function listParam(value: unknown, most: number): unknown[] {
  if (Array.isArray(value) && value.length <= most) return value
  throw new RpcError('invalidParams', `Too many inputs provided; max ${most}`)
}

export function stringParam(value: unknown): string {
  if (typeof value === 'string') return value
  throw new RpcError('invalidParams', 'Invalid params: expected a string')
}

export function numberParam(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new RpcError('invalidParams', 'Invalid params: expected a number')
}

export function commitmentOf({ commitment = 'finalized' }: Config): Commitment {
  if (COMMITMENTS.includes(commitment as string)) return commitment as Commitment
  throw new RpcError('invalidParams', `Invalid params: unknown commitment ${String(commitment)}`)
}

/** The slot that a question is about, as of its commitment. */
export function slotOf(chain: Chain, config: Config): number {
  const slot = chain.slots.at(commitmentOf(config))
  const { minContextSlot } = config
  if (minContextSlot !== undefined && slot < numberParam(minContextSlot))
    throw new RpcError('minContextSlotNotReached', 'Minimum context slot has not been reached', { contextSlot: slot })
  return slot
}

export const inContext = <T>(slot: number, value: T) => ({ context: { slot, apiVersion: '3.0.0' }, value })

/** This node tells bytes in base64 alone, and refuses what it would have to answer differently. */
export function assertBase64({ encoding, dataSlice }: Config): void {
  if (encoding !== 'base64' || dataSlice !== undefined)
    throw new RpcError('invalidParams', 'this node answers with the encoding base64 and whole accounts alone')
}
