import type { Context } from '../src/context.ts'

type Slots = { passSlots(count: number): void }
/** The clocks of the chains that tests have, by the connection to each. */
export const solanaClocks = new WeakMap<object, Slots>()

/** Sent transactions get confirmed. */
export const passSlots = ({ chains }: Pick<Context, 'chains'>, count: number): void =>
  void (chains.SOL && solanaClocks.get(chains.SOL)?.passSlots(count))
