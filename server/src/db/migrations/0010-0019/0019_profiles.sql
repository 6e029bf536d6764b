-- What a member has sold, and what they hold outside: lists and counts of a profile.
-- oldest code that works with this: 18
create index listings_sold_by on listings (seller_id, nft_id) where status = 'SOLD';
create index chain_intents_withdrawn on chain_intents (user_id, nft_id) where kind = 'WITHDRAW' and status = 'CONFIRMED';
