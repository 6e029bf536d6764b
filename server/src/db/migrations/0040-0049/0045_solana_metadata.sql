-- The metadata of a token by its CID: on Solana the address of a token is not the number in it.
-- outside a transaction
-- oldest code that works with this: 20
create index concurrently if not exists nfts_solana_metadata on nfts (metadata_cid) where chain = 'SOL';
