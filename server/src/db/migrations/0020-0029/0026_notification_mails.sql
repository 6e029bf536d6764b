-- What is told by mail, at once or in the mail of the day.
-- oldest code that works with this: 20
alter table notifications
  -- A line that is only mailed.
  add column is_shown boolean not null default true,
  add column mail_due_at timestamptz;
create index notifications_to_mail on notifications (mail_due_at) where mail_due_at is not null;

-- What the mail program calls to end mails of this kind (RFC 8058).
alter table messages add column unsubscribe_url text;
