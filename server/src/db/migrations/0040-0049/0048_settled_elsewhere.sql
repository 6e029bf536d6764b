-- What an operator had settled outside the product, and was never in the books, read "in review" for ever and kept its member's account.
-- oldest code that works with this: 45
update payments set status = 'REFUNDED', refunded_at = updated_at
where status = 'NEEDS_REVIEW' and captured_at is null and review_reason is null;
