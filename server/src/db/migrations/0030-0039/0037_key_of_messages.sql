-- docs/decisions/0290. A table at a time, so that no migration holds two that a transaction of the product takes in another order.
-- oldest code that works with this: 20
alter table messages drop constraint messages_pkey, add constraint messages_pkey primary key using index messages_key;
