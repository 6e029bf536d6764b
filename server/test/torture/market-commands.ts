import fc from 'fast-check'
import { type Command, WHO, type Who } from './market-rules.ts'

const who = fc.constantFrom(...WHO)
/** One step of a market, by chance. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('list' as const), who, priceCents: fc.constantFrom(108, 2_500, 9_999) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('reserve' as const, 'reserveWithFee' as const), who }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('unlist' as const, 'topup' as const, 'payout' as const, 'cancelPayout' as const),
      who,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'pay' as const,
        'pay' as const,
        'send' as const,
        'deliver' as const,
        'deliver' as const,
        'decline' as const,
        'cancel' as const,
        'wait' as const,
        'fail' as const,
        'undo' as const,
        'release' as const,
        'payLate' as const,
        'dispute' as const,
        'win' as const,
        'lose' as const,
      ),
    }),
  },
)

const sell = (seller: Who, buyer: Who): Command[] => [
  { do: 'list', who: seller, priceCents: 2_500 },
  { do: 'reserve', who: buyer },
  { do: 'pay' },
]
const then = (...steps: (Command & { who?: never })['do'][]): Command[] => steps.map((step) => ({ do: step }))
/** Histories that chance finds rarely: disputes at every point of a sale, with all that follows. */
export const DISPUTES: Command[][] = [
  [...sell(0, 1), ...then('deliver', 'dispute', 'lose', 'undo', 'deliver', 'undo', 'fail'), ...sell(0, 2)],
  [...sell(0, 1), ...then('send', 'dispute', 'lose', 'deliver', 'release', 'undo', 'win')],
  [
    ...sell(0, 1),
    ...then('deliver', 'dispute', 'release', 'win', 'release'),
    ...sell(1, 2),
    ...then('deliver', 'dispute'),
  ],
  [
    ...sell(0, 1),
    ...then('send', 'dispute', 'fail'),
    ...sell(0, 1),
    ...then('deliver', 'dispute', 'undo', 'win', 'deliver'),
  ],
  [...sell(0, 1), ...then('deliver', 'release', 'dispute', 'lose'), { do: 'list', who: 1, priceCents: 108 }],
  [
    ...sell(0, 1),
    ...then('send', 'dispute', 'win', 'fail'),
    ...sell(0, 2),
    ...then('deliver', 'dispute', 'lose', 'release'),
  ],
  [...sell(0, 1), ...then('dispute', 'win', 'deliver'), ...sell(0, 2), ...then('deliver', 'dispute', 'lose')],
]

/** The first purchases take the buyers' credits: the later ones pay their fee themselves. */
const short = (...ends: (Command & { who?: never })['do'][]): Command[] => [
  ...sell(0, 1),
  ...then('deliver'),
  ...sell(1, 2),
  ...then('deliver'),
  ...sell(2, 1),
  ...then('deliver'),
  ...sell(1, 2),
  ...then('deliver'),
  { do: 'list', who: 2, priceCents: 9_999 },
  { do: 'reserveWithFee', who: 1 },
  ...then(...ends),
]
/** The ends of a network fee that is paid with the price. */
export const WITH_FEE: Command[][] = [
  short('pay', 'deliver', 'undo', 'fail'),
  short('wait', 'payLate', 'fail'),
  short('cancel'),
  short('pay', 'dispute'),
  [...short('pay', 'send', 'deliver'), { do: 'topup', who: 1 }, ...then('dispute', 'lose', 'undo', 'fail')],
  [...short('pay', 'send'), { do: 'topup', who: 1 }, ...then('dispute', 'win', 'deliver')],
]
