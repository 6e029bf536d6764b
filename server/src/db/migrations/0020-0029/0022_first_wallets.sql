-- Members verified before wallets came with the verification (docs/rules.md R111); the sweep of wallets makes the addresses.
-- oldest code that works with this: 21
insert into wallets (id, user_id, chain, requested_at, due_at, created_at)
select gen_random_uuid(), users.id, 'POLYGON', now(), now(), now()
from users
where users.phone_verified_at is not null
  and exists (select from chains where chain = 'POLYGON')
on conflict (user_id, chain) do nothing;
