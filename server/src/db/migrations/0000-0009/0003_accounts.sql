-- When an unverified address was registered again with another password. It is unknown who came first, so from
-- then on only a password that is chosen from the mailbox opens the account.
alter table users add column registered_again_at timestamptz;
update users set registered_again_at = code.created_at
from verification_codes code
where code.user_id = users.id and code.purpose = 'RESET_PASSWORD' and users.email_verified_at is null and users.password_hash is not null;
update verification_codes code set expires_at = code.created_at
from users
where users.id = code.user_id and code.purpose = 'VERIFY_EMAIL' and users.registered_again_at is not null;

-- Failures of the second factor are counted for the member's sign-ins (no session), and apart from them for each open session.
alter table second_factor_failures add column session_id uuid references sessions on delete cascade;
alter table second_factor_failures drop constraint second_factor_failures_pkey;
alter table second_factor_failures add constraint second_factor_failures_one unique nulls not distinct (user_id, session_id);

-- Stored bytes that lost their file: deleted once they are due, if no other file has them by then.
create table removed_bytes (
  storage_key text primary key,
  due_at timestamptz not null
);
create index removed_bytes_due on removed_bytes (due_at);

-- Whose an SMS is: phones change, so the recipient does not tell. Mails are known by their address, which never changes.
alter table messages add column user_id uuid references users;
update messages set user_id = users.id from users where messages.channel = 'sms' and users.phone = messages.recipient;
create index messages_user on messages (user_id) where user_id is not null;
