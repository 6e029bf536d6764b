-- Transactions of the chains, sessions and messages are kept: what is asked of them again and again reads an index, however many there are.
-- outside a transaction
-- oldest code that works with this: 45
create index concurrently if not exists chain_transactions_unmined on chain_transactions (chain, nonce) where status in ('SIGNED', 'SENT');
create index concurrently if not exists chain_transactions_mined on chain_transactions (chain, block_number) where status = 'MINED';
create index concurrently if not exists follows_followed on follows (followed_id, user_id);
create index concurrently if not exists wishlist_nft on wishlist (nft_id, user_id);
create index concurrently if not exists messages_recipient on messages (recipient);
create index concurrently if not exists sessions_user on sessions (user_id);
create index concurrently if not exists used_links_user on used_links (user_id);
create index concurrently if not exists second_factor_failures_session on second_factor_failures (session_id) where session_id is not null;
