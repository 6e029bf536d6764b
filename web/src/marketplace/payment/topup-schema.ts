import { topupBody } from '@verso/protocol/money/accounts'
import { z } from 'zod'

/** The field is named credit (docs/rules.md R87); the rules are those of the API's amount. */
export const topupSchema = z.object({ credit: topupBody.shape.amount })
