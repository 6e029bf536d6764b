import { topupBody } from '@verso/protocol/accounts'
import { z } from 'zod'

/** The field is named credit (spec §5); the rules are those of the API's amount. */
export const topupSchema = z.object({ credit: topupBody.shape.amount })
