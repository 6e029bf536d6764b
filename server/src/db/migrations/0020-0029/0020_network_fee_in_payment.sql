-- The part of a purchase's amount that is the network fee: a buyer short of credits pays both with one card entry.
alter table payments add column network_fee_cents bigint not null default 0
  check (network_fee_cents >= 0 and network_fee_cents < amount_cents and (network_fee_cents = 0 or kind = 'PURCHASE'));
