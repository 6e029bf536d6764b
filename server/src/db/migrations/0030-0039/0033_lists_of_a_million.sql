-- What lists and searches over a million NFTs read (docs/decisions/0261).
-- oldest code that works with this: 20

-- Texts that the trigram index has nothing of, in one or two letters or in letters that are not Latin, are found by their letters and
-- pairs of letters.
create function letter_pairs(value text) returns text[] language sql immutable strict parallel safe cost 10
return (
  select array_agg(letter) || array_agg(letter || next_letter) filter (where next_letter is not null)
  from unnest(string_to_array(lower(value), null), (string_to_array(lower(value), null))[2:]) as letters (letter, next_letter)
);
create index nfts_letter_pairs on nfts using gin (letter_pairs(name || ' ' || description));

-- How common a text is decides how it is looked for: among a thousand texts rather than a hundred the planner can tell.
alter index nfts_search alter column 1 set statistics 1000;

-- Marketplace and Gallery in one, by price. One for each direction: what has none comes last in both.
create index nfts_cheap_first on nfts (coalesce(active_price_cents, last_sale_cents, 9007199254740991), id) where taken_down_at is null;
create index nfts_dear_first on nfts (coalesce(active_price_cents, last_sale_cents, -1), id) where taken_down_at is null;
create index nfts_outside on nfts (updated_at desc, id desc) where taken_down_at is null and custody = 'OUTSIDE';
