import { encodeFunctionData, getContractAddress, type Hex, parseAbi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { EvmConnection } from '../src/gateways/chain/chain-access.ts'
import { sendAs } from './send-as.ts'

/**
 * A minimal outside marketplace: money and token change hands in one call of its contract, which the collection
 * knows as an approved operator only. By solc 0.8.37 (via-IR, optimised for one run) from
 *
 *   interface Token { function ownerOf(uint256) external view returns (address); function transferFrom(address, address, uint256) external; }
 *   contract Exchange {
 *     mapping(Token => mapping(uint256 => uint256)) public priceOf;
 *     function offer(Token token, uint256 id, uint256 price) external { require(token.ownerOf(id) == msg.sender); priceOf[token][id] = price; }
 *     function buy(Token token, uint256 id) external payable {
 *       require(msg.value > 0 && msg.value == priceOf[token][id]);
 *       address seller = token.ownerOf(id);
 *       delete priceOf[token][id];
 *       token.transferFrom(seller, msg.sender, id);
 *       (bool isPaid,) = seller.call{value: msg.value}("");
 *       require(isPaid);
 *     }
 *   }
 */
const BYTECODE: Hex = `0x${[
  '6080806040523460155761032d908161001a8239f35b5f80fdfe6080806040526004361015610012575f80fd5b5f905f3560e01c908163',
  '74a460501461022157508063cce7ec13146100835763fc3d545d1461003f575f80fd5b3461008057604036600319011261008057602090',
  '6040906001600160a01b036100666102c1565b168152808352818120602435825283522054604051908152f35b80fd5b50604036600319',
  '01126101c6576100986102c1565b9060243591341515806101fb575b156101c6576040516331a9108f60e11b8152600481018490529260',
  '01600160a01b039190911690602084602481855afa9384156101bb575f946101ca575b50815f525f60205260405f20815f526020525f60',
  '40812055813b156101c6576040516323b872dd60e01b81526001600160a01b03851660048201523360248201526044810191909152905f',
  '908290606490829084905af180156101bb576101a8575b50808080809434905af13d156101a3573d6001600160401b03811161018f5760',
  '40519061017d601f8201601f1916602001836102d7565b81528260203d92013e5b156100805780f35b634e487b7160e01b835260416004',
  '52602483fd5b610187565b6101b491505f906102d7565b5f5f610146565b6040513d5f823e3d90fd5b5f80fd5b6101ed91945060203d60',
  '20116101f4575b6101e581836102d7565b81019061030e565b925f6100e4565b503d6101db565b5060018060a01b0381165f525f602052',
  '60405f20835f5260205260405f205434146100a6565b346101c65760603660031901126101c65761023a6102c1565b6331a9108f60e11b',
  '82526024803560048401819052926001600160a01b039092169190602090829081855afa9081156101bb575f916102a2575b5033600160',
  '0160a01b03909116036101c6575f525f60205260405f20905f5260205260443560405f20555f80f35b6102bb915060203d6020116101f4',
  '576101e581836102d7565b83610274565b600435906001600160a01b03821682036101c657565b601f909101601f191681019060016001',
  '60401b038211908210176102fa57604052565b634e487b7160e01b5f52604160045260245ffd5b908160209103126101c6575160016001',
  '60a01b03811681036101c6579056',
].join('')}`
const abi = parseAbi([
  'function offer(address token, uint256 id, uint256 price)',
  'function buy(address token, uint256 id) payable',
])
const approval = parseAbi(['function setApprovalForAll(address operator, bool isApproved)'])
const PRICE_WEI = 10n ** 15n

/** One sells to the other on another marketplace. */
export async function tradeOutside(
  connection: EvmConnection,
  sale: { seller: PrivateKeyAccount; buyer: PrivateKeyAccount; tokenId: bigint },
): Promise<void> {
  const { seller, buyer, tokenId } = sale
  const { contract, client } = connection
  const nonce = BigInt(await client.getTransactionCount({ address: seller.address }))
  const to = getContractAddress({ from: seller.address, nonce })
  await sendAs(connection, seller, { data: BYTECODE, gas: 1_000_000n })
  const approve = encodeFunctionData({ abi: approval, functionName: 'setApprovalForAll', args: [to, true] })
  await sendAs(connection, seller, { to: contract, data: approve })
  const offer = encodeFunctionData({ abi, functionName: 'offer', args: [contract, tokenId, PRICE_WEI] })
  await sendAs(connection, seller, { to, data: offer })
  const buy = encodeFunctionData({ abi, functionName: 'buy', args: [contract, tokenId] })
  await sendAs(connection, buyer, { to, data: buy, value: PRICE_WEI })
}
