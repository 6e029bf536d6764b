-- Names as they are searched: by their beginning, by any part, and by what sounds alike to a typo (trigrams).
-- oldest code that works with this: 20
create index nfts_name on nfts (lower(name) text_pattern_ops) where taken_down_at is null and approval = 'APPROVED';
create index nfts_name_trigrams on nfts using gin (lower(name) gin_trgm_ops) where taken_down_at is null and approval = 'APPROVED';
-- The public name (docs/rules.md R36) of members who can sign in.
create index users_public_name on users (lower(coalesce(display_name, first_name)) text_pattern_ops)
  where status = 'ACTIVE' and email_verified_at is not null;
create index users_public_name_trigrams on users using gin (lower(coalesce(display_name, first_name)) gin_trgm_ops)
  where status = 'ACTIVE' and email_verified_at is not null;
