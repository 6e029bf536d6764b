import type { Address } from '@solana/kit'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/client.ts'
import { createSolanaClient } from '../../gateways/chain/solana-client.ts'
import type { Custodian } from '../keys/custodian.ts'
import { ensureSeed } from '../keys/seed.ts'
import { openCollectionSigner } from '../keys/solana/solana-keys.ts'
import { registerSolana } from './connect-solana.ts'
import { deployOnSolana } from './deploy-on-solana.ts'
import { openPayer } from './payer-key.ts'

type Platform = Custodian & Pick<Context, 'random'> & { keys: { minter: `0x${string}`; settler: `0x${string}` } }

/**
 * Puts the collection and the nonce accounts on a cluster and records it. It needs the seed, which the collection's key is a
 * child of, and funded payers. What an interrupted run has made is not made again.
 */
export async function setUpSolana(
  rpcUrl: string,
  platform: Platform,
  { fund }: { fund?: (payers: Address[]) => Promise<void> } = {},
): Promise<{ collection: Address; payers: Address[] }> {
  const rpc = createSolanaClient(rpcUrl)
  await ensureSeed(platform)
  const [minter, settler] = await Promise.all([openPayer(platform.keys.minter), openPayer(platform.keys.settler)])
  const payers = [minter.address, settler.address]
  await fund?.(payers)
  const authority = await openCollectionSigner(platform, platform.db)
  const collection = await deployOnSolana({ rpc }, { authority, payers: [minter, settler] })
  const genesisHash = await rpc.getGenesisHash().send()
  const slot = Number(await rpc.getSlot({ commitment: 'confirmed' }).send())
  await registerSolana(platform.db as Db, { collection, authority: authority.address, genesisHash, slot })
  return { collection, payers }
}
