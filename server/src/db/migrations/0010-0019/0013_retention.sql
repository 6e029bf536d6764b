-- Indexes that serve the deletion of what has expired (docs/operations/retention.md).
-- oldest code that works with this: 1
create index used_links_used_at on used_links (used_at);
create index refresh_tokens_used_at on refresh_tokens (used_at) where used_at is not null;
create index sessions_expires_at on sessions (expires_at);
create index sessions_revoked_at on sessions (revoked_at) where revoked_at is not null;
create index passkey_challenges_expires_at on passkey_challenges (expires_at);
create index payment_events_received_at on payment_events (received_at) where not needs_person;
