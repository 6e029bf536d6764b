import { sql } from 'kysely'
import type { Tx } from '../../db/client.ts'

/** The paths below MEDIA_URL where an NFT's file, its thumbnail, their copies and its metadata are served. */
export async function listServedPaths(tx: Tx, nftId: string): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    with nft as (select file_id, thumbnail_file_id, metadata_cid from nfts where id = ${nftId}),
    own as (select files.id, storage_key, cid from nft join files on files.id in (file_id, thumbnail_file_id))
    select '/files/' || storage_key as path from own
    union select '/files/' || v.storage_key from own join file_variants v on v.file_id = own.id
    union select '/ipfs/' || cid from own where cid is not null
    union select '/ipfs/' || metadata_cid from nft where metadata_cid is not null
    order by path`.execute(tx)
  return rows.map(({ path }) => path)
}
