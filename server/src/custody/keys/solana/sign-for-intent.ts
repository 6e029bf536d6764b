import { createHash } from 'node:crypto'
import { type Address, createNoopSigner, type Instruction, type KeyPairSigner, type Nonce } from '@solana/kit'
import { mintNft } from '@verso/solana/mint-nft'
import { signWithoutPayer } from '@verso/solana/sign-transaction'
import { findMintAddress } from '@verso/solana/token-address'
import { transferNft } from '@verso/solana/transfer-nft'
import type { Tx } from '../../../db/client.ts'
import type { Custodian } from '../custodian.ts'
import { recordSignatures } from '../record-signature.ts'
import { RefusedSignature } from '../refused-signature.ts'
import { readMint, readPaidSale, readWithdrawal, type Transfer } from './waiting-intents.ts'
import { openCollectionSigner, openMemberSigner } from './solana-keys.ts'

export type SolanaRequest = {
  intentId: string
  kind: 'MINT' | 'SETTLE' | 'WITHDRAW'
  /** Pays, is the authority of the nonce, and signs afterwards. */
  payer: string
  nonce: { account: string; value: string }
  /** The rent of an account: of one without data, and of each byte. */
  rent: { base: bigint; perByte: bigint }
  /** Of the token that is to move: the account that has it for its owner. From any other's the chain moves nothing. */
  holder?: string | undefined
}

/** Twice what nearly all need: the search for an address costs by chance (solana/README.md). */
const UNITS_MAX = { MINT: 80_000, SETTLE: 50_000, WITHDRAW: 50_000 }
const UNIT_PRICE_MICRO_LAMPORTS = 10_000n
/** As what a signature is recorded. */
const KINDS = { MINT: 'MINT', SETTLE: 'LISTING', WITHDRAW: 'WITHDRAWAL' } as const

type Content = { signer: KeyPairSigner; instructions: Instruction[]; cause: { type: string; id: string } }

/**
 * The signature that a waiting intent needs: of the seller, the owner or the collection. What is signed is built here of the
 * database alone; the caller names only who pays, with which nonce, and where the owner has the token, so there is nothing else
 * that it could have signed.
 * @throws RefusedSignature
 */
export async function signForIntent(ctx: Custodian, tx: Tx, request: SolanaRequest): Promise<Uint8Array> {
  const payer = createNoopSigner(request.payer as Address)
  const { signer, instructions, cause } = await build(ctx, tx, request)
  const nonce = { address: request.nonce.account as Address, value: request.nonce.value as Nonce, authority: payer }
  const computeUnits = { limit: UNITS_MAX[request.kind], microLamports: UNIT_PRICE_MICRO_LAMPORTS }
  const { raw, message } = await signWithoutPayer({ payer, instructions, nonce, computeUnits })
  const digest = createHash('sha256').update(message).digest('hex')
  await recordSignatures(ctx, tx, [{ chain: 'SOL', kind: KINDS[request.kind], signer: signer.address, digest, cause }])
  return raw
}

const build = (ctx: Custodian, tx: Tx, request: SolanaRequest): Promise<Content> =>
  request.kind === 'MINT' ? buildMint(ctx, tx, request) : buildTransfer(ctx, tx, request)

async function buildMint(ctx: Custodian, tx: Tx, { intentId, payer, rent }: SolanaRequest): Promise<Content> {
  const nft = await readMint(tx, intentId)
  if (!nft?.metadata || !nft.metadata_cid || !nft.public_address)
    throw new RefusedSignature('no waiting mint matches this')
  const signer = await openCollectionSigner(ctx, tx)
  const metadataHash = createHash('sha256').update(nft.metadata).digest()
  if ((await findMintAddress(signer.address, metadataHash)) !== nft.token_id)
    throw new RefusedSignature('the token is another one than its metadata says')
  const instructions = await mintNft({
    payer: createNoopSigner(payer as Address),
    authority: signer,
    owner: nft.public_address as Address,
    metadataHash,
    name: nft.name,
    uri: `ipfs://${nft.metadata_cid}`,
    royaltyBps: nft.royalty_bps,
    rentOf: (bytes) => rent.base + rent.perByte * BigInt(bytes),
  })
  return { signer, instructions, cause: { type: 'nft', id: nft.id } }
}

async function buildTransfer(ctx: Custodian, tx: Tx, request: SolanaRequest): Promise<Content> {
  const { intentId, kind, payer, holder } = request
  const transfer: Transfer | undefined = await (kind === 'SETTLE' ? readPaidSale : readWithdrawal)(tx, intentId)
  if (!transfer)
    throw new RefusedSignature(kind === 'SETTLE' ? 'no paid sale matches this' : 'no waiting withdrawal matches this')
  const signer = await openMemberSigner(ctx, tx, transfer)
  if (signer.address !== transfer.owner) throw new RefusedSignature('the wallet has another key')
  const instructions = await transferNft({
    payer: createNoopSigner(payer as Address),
    owner: signer,
    to: transfer.to as Address,
    mint: transfer.mint as Address,
    reference: transfer.reference,
    holder: holder as Address | undefined,
  })
  return { signer, instructions, cause: transfer.cause }
}
