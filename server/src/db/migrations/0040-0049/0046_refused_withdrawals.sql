-- Which of a member's withdrawals have not succeeded lately: who lets contracts refuse them waits (docs/rules.md R77).
-- oldest code that works with this: 45
create index chain_intents_refused on chain_intents (user_id, created_at desc) where kind = 'WITHDRAW' and status <> 'CONFIRMED';
