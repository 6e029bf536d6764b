/** Works in one transaction: stays under the 2^24 gas of a transaction (EIP-7825) with room to spare. So many are signed at once. */
export const MAX_BATCH = 100
