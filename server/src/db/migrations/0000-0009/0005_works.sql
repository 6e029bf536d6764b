-- Every request for a picture asks whether its bytes are withheld: few NFTs are taken down, so those are asked first.
create index nfts_thumbnail on nfts (thumbnail_file_id);
create index nfts_taken_down_file on nfts (file_id) where taken_down_at is not null;
create index nfts_taken_down_thumbnail on nfts (thumbnail_file_id) where taken_down_at is not null;
