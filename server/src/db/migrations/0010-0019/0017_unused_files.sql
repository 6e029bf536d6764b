-- Since when nothing uses an upload; null while an NFT or a profile does. Found again by the sweep, should older code forget it.
-- oldest code that works with this: 16
alter table files add column unused_since timestamptz;
update files set unused_since = now()
where not exists (select from nfts where nfts.file_id = files.id)
  and not exists (select from nfts where nfts.thumbnail_file_id = files.id)
  and not exists (select from users where files.id in (users.avatar_file_id, users.header_image_file_id));
create index files_unused on files (unused_since) where unused_since is not null;
create index files_unused_owner on files (owner_id) where unused_since is not null;
create index users_avatar on users (avatar_file_id) where avatar_file_id is not null;
create index users_header_image on users (header_image_file_id) where header_image_file_id is not null;
