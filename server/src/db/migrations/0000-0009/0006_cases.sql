-- What was paid a second time under one payment is a review case of its own, which stays open through every change of the payment.
-- An unsigned event may come from any sender, so its type alone proves nothing.
alter table payment_events add column needs_person boolean not null default false;
create index payment_events_case on payment_events (payment_id) where needs_person;

-- A sale that failed while it was disputed left its money in SALES_CLEARING, and its payment without a way out. A chargeback
-- that was lost is decided once more, which books it as the refund it was; the money of one that was won goes to the buyer.
create temporary table undelivered on commit drop as
  select p.id, p.status, p.amount_cents from payments p join listings l on l.id = p.listing_id
  where p.status in ('DISPUTED', 'SUCCESS') and p.captured_at is not null and p.review_reason is null
    and (l.status not in ('PAID', 'SOLD') or l.buyer_id is distinct from p.user_id);
update payments p set review_reason = 'The bank has taken the money back (chargeback), and the work never reached the buyer: enter once more how it ended.'
from undelivered u where u.id = p.id and u.status = 'DISPUTED';
insert into refunds (id, payment_id, amount_cents, reason, status, created_at, updated_at)
  select gen_random_uuid(), id, amount_cents, 'The NFT could not be transferred to you.', 'NEEDS_REVIEW', now(), now()
  from undelivered where status = 'SUCCESS' on conflict (payment_id) do nothing;
update payments p set status = 'REFUND_DUE', review_reason = 'The chargeback was won, but the work never reached the buyer: the money must go back.'
from undelivered u where u.id = p.id and u.status = 'SUCCESS';
