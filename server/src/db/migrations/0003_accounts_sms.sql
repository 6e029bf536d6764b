-- Whose an SMS is: phones change, so the recipient does not tell. Mails are known by their address, which never changes.
alter table messages add column user_id uuid references users;
update messages set user_id = users.id from users where messages.channel = 'sms' and users.phone = messages.recipient;
create index messages_user on messages (user_id) where user_id is not null;
