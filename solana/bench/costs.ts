import { mintNft } from '../src/mint-nft.ts'
import { findMintAddress } from '../src/token-address.ts'
import { transferNft } from '../src/transfer-nft.ts'
import { sha256, signerOf, startVm } from '../test/vm.ts'

export type Cost = { units: number; bytes: number; lamports: number }

const PAYMENT = '0197b0a8-6a52-7cc3-8f6b-1d2f3a4b5c6d'
const NFT = {
  name: 'A name of thirty-two characters.',
  uri: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  royaltyBps: 1_000,
}

/** The cost of each operation, of fixed keys: some units depend on how soon a program finds an address off the curve. */
export async function measureCosts(): Promise<Record<string, Cost>> {
  const { payer, authority, rentOf, send } = await startVm()
  const [seller, buyer, outside] = await Promise.all(['seller', 'buyer', 'outside'].map(signerOf))
  if (!seller || !buyer || !outside) throw new Error('unreachable')
  const metadataHash = sha256('metadata')
  const mint = await findMintAddress(authority.address, metadataHash)
  const nft = { payer, authority, owner: seller.address, metadataHash, rentOf }
  const measure = async (instructions: Parameters<typeof send>[0]): Promise<Cost> => {
    const { error, units, raw, lamports } = await send(instructions)
    if (error) throw new Error(error)
    return { units, bytes: raw.length, lamports: Number(lamports) }
  }
  return {
    mint: await measure(await mintNft({ ...nft, ...NFT })),
    sale: await measure(await transferNft({ payer, owner: seller, to: buyer.address, mint, reference: PAYMENT })),
    withdrawal: await measure(
      await transferNft({ payer, owner: buyer, to: outside.address, mint, reference: PAYMENT }),
    ),
  }
}
