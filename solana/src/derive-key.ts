import { HDKey } from 'micro-key-producer/slip10.js'

/** An account of its own for each wallet, in the branch that wallets on Solana use. */
const memberPath = (index: number): string => `m/44'/501'/${index}'/0'`
/** Beside the members' branch: no wallet can get this key. */
const COLLECTION_PATH = "m/44'/501'/0'/1'"

/** The 32 bytes of a member's ed25519 key, by SLIP-0010 from the seed of all wallets and the wallet's own number. */
export const deriveMemberKey = (seed: Uint8Array, index: number): Uint8Array => derive(seed, memberPath(index))

/** The key that mints, and that the addresses of all mints are derived of: as old as the seed. */
export const deriveCollectionKey = (seed: Uint8Array): Uint8Array => derive(seed, COLLECTION_PATH)

const derive = (seed: Uint8Array, path: string): Uint8Array => HDKey.fromMasterSeed(seed).derive(path).privateKey
