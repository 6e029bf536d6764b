-- Nearly all NFTs are approved, and of their files nothing is withheld. As a function the rule is planned where it is asked, and not with every
-- statement that shows an NFT: those ask it in the same round trip.
-- oldest code that works with this: 45

-- Taken down by a decision about what it shows. A chargeback also takes down, and says nothing about the bytes.
create function is_moderated(wanted uuid) returns boolean language plpgsql stable as $$
begin
  return 'TAKEN_DOWN' is not distinct from (
    select decision from moderation_decisions where nft_id = wanted and decision in ('TAKEN_DOWN', 'RESTORED')
    order by created_at desc, id desc limit 1);
end $$;

-- Withheld is the file whose NFTs are all taken down; and, after a moderator's takedown, what has the same bytes (`twins`, or else the files of
-- the same hash) and is the same member's or was uploaded later. Older files of other members stay. An approval shows a file again: the
-- takedown has put back into the queue what of the same member was approved before. Blocked bytes are withheld in every file.
-- One NFT of a file, each way it can be used by its index: a limit keeps the planner from reading them all.
create function is_file_withheld(wanted uuid, twins uuid[] default null) returns boolean language plpgsql stable as $$
declare
  file record;
begin
  select sha256, owner_id, created_at,
    exists (select from blocked_bytes where blocked_bytes.sha256 = files.sha256) as is_blocked,
    exists (
      (select 1 from nfts where file_id = wanted and taken_down_at is null and approval = 'APPROVED' limit 1)
      union all (select 1 from nfts where thumbnail_file_id = wanted and taken_down_at is null and approval = 'APPROVED' limit 1)
    ) as is_approved
  into file from files where id = wanted;
  if not found or file.is_blocked or file.is_approved then return coalesce(file.is_blocked, false); end if;
  return exists (
      (select 1 from nfts where file_id = wanted and taken_down_at is not null limit 1)
      union all (select 1 from nfts where thumbnail_file_id = wanted and taken_down_at is not null limit 1)
    ) and not exists (
      (select 1 from nfts where file_id = wanted and taken_down_at is null limit 1)
      union all (select 1 from nfts where thumbnail_file_id = wanted and taken_down_at is null limit 1)
    ) or exists (
      select from files twin
      where twin.id = any(coalesce(twins, array(select id from files where sha256 = file.sha256))) and exists (
        select from nfts
        where (nfts.file_id = twin.id or nfts.thumbnail_file_id = twin.id) and nfts.taken_down_at is not null
          and (twin.owner_id = file.owner_id or nfts.taken_down_at < file.created_at) and is_moderated(nfts.id)));
end $$;
