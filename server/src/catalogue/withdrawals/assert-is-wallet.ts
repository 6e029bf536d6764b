import { findReceiverProblem } from '../../custody/solana/prepare/find-receiver-problem.ts'
import type { SolanaConnection } from '../../gateways/chain/solana-connection.ts'
import { invalidField } from '../../http/app-error.ts'

/**
 * When the node is silent, what the address itself says has to do: the sender asks again before it sends.
 * @throws AppError
 */
export async function assertIsWallet(connection: SolanaConnection, to: string): Promise<void> {
  const { problem } = await findReceiverProblem(connection, to)
  if (problem) throw invalidField('address', problem)
}
