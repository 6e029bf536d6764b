/** The figures that are the same from every process, by name, with their descriptions. Alerts and the dashboard take the highest. */
export const FIGURES = {
  verso_live_processes: 'Processes whose heartbeat is younger than 40 seconds, by role.',
  verso_heartbeat_age_seconds: 'Age of the last heartbeat of a process; what was replaced is not told.',
  verso_loop_age_seconds: 'Time since a sweep or an indexer last succeeded in any live worker.',
  verso_loop_interval_seconds: 'How often a sweep or an indexer is to run.',
  verso_incidents: 'Open incidents, by the first word of their key.',
  verso_jobs: 'Jobs of a queue by state.',
  verso_job_oldest_seconds: 'Age of the oldest job of a queue that is due.',
  verso_events_waiting: 'Events that a consumer has not handled.',
  verso_event_oldest_seconds: 'Age of the oldest event that a consumer has not handled.',
  verso_payments_open: 'Payments that are not final, or wait for a person, by state.',
  verso_payment_oldest_seconds: 'Age of the oldest of these payments, by state.',
  verso_messages: 'Mails and SMS that wait or have failed.',
  verso_message_oldest_seconds: 'Age of the oldest mail or SMS that waits.',
  verso_message_untried_seconds: 'How long a mail or SMS waits that no provider was asked to take yet.',
  verso_intents_open: 'Mints, sales and withdrawals that are not in a block.',
  verso_intent_oldest_seconds: 'Age of the oldest of these, by chain.',
  verso_files_unprocessed: 'Uploads whose copies are not made.',
  verso_file_oldest_seconds: 'Age of the oldest upload whose copies are not made.',
  verso_files_given_up: 'Images that are not copied: they have ended their server again and again.',
  verso_ledger_problems: 'Checks of the ledger that do not add up.',
  verso_ledger_checked_age_seconds: 'Time since the ledger was last checked.',
  verso_chain_block: 'The last block that was read.',
  verso_chain_block_age_seconds: 'Age of the last block that was read.',
  verso_chain_head: 'The last block of the node.',
  verso_chain_gas_price_gwei: 'The gas price that the node says.',
  verso_operator_balance: 'Balance of a signer of the platform, in coins.',
  verso_operator_balance_needed: 'What a signer needs so that something new is begun, in coins.',
  verso_custody_mismatches: 'NFTs whose owner differs from the chain.',
  verso_custody_checked_age_seconds: 'Time since owners were last compared with the chain.',
  verso_unknown_tokens: 'Tokens of the collection that no NFT belongs to.',
  verso_maintenance: 'Whether an operator has closed the marketplace.',
  verso_disk_free_bytes: 'Free space of the disk with DATA_DIR.',
  verso_disk_needed_bytes: 'Below it uploads and new payments stop (DISK_MIN_FREE_MB).',
  verso_replica_used: 'Whether this process reads from the replica (DATABASE_READ_URL).',
  verso_replica_lag_seconds: 'How far the replica is behind at most; absent while it does not follow.',
} as const

export type FigureName = keyof typeof FIGURES
export type Figure = { name: FigureName; labels: Record<string, string>; value: number }

export const figure = (name: FigureName, value: number, labels: Record<string, string> = {}): Figure => ({
  name,
  labels,
  value,
})
