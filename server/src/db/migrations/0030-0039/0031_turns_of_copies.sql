-- The copies of a member's images are made in turn with those of others (media/variants/make-variants.ts).
-- oldest code that works with this: 20
create index files_owner on files (owner_id, created_at);
