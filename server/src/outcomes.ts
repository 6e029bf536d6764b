import { closeOpenListing } from './catalogue/listings/close-open-listing.ts'
import { completeMint } from './catalogue/minting/complete-mint.ts'
import { failMint } from './catalogue/minting/fail-mint.ts'
import { undoMint } from './catalogue/minting/undo-mint.ts'
import type { Outcomes } from './custody/outcomes.ts'
import { tellOfLowFunds } from './notifications/operators/tell-of-low-funds.ts'
import { completeSale } from './payments/sales/complete-sale.ts'
import { failSale } from './payments/sales/fail-sale.ts'
import { undoSale } from './payments/sales/undo-sale.ts'
import { isCatchingUp } from './settings/restored.ts'

/** The operations that follow when custody announces an outcome, in the same transaction. */
export const OUTCOMES: Outcomes = {
  onMinted: completeMint,
  onMintFailed: failMint,
  onMintUndone: undoMint,
  onSaleTransferred: completeSale,
  onSaleUndone: undoSale,
  onSaleImpossible: failSale,
  onOwnerChanged: closeOpenListing,
  onFundsLow: tellOfLowFunds,
  isCatchingUp,
}
