import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/**
 * The reference for the product's reads: `node:http`, one statement, its rows as JSON, and nothing else: no framework, no
 * protection, no session, no totals, no addresses of files. `prepared` sends the statement by name, as the product does.
 *
 * node bench/references/bare-http.ts <database url> [prepared]
 */
const [connectionString, mode] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString, max: 20 })

/** The rows that a card of the list is made of. */
const LIST = `
  select nfts.id, nfts.name, nfts.description, nfts.bio, nfts.alt_text, nfts.chain, nfts.category_id, nfts.file_id, nfts.thumbnail_file_id,
    nfts.royalty_bps, nfts.created_by, nfts.owned_by, nfts.owner_address, nfts.custody, nfts.approval, nfts.taken_down_at, nfts.mint_status,
    nfts.mint_error, nfts.mint_tx_hash, nfts.metadata_cid, nfts.token_id, nfts.last_sale_cents, nfts.created_at, nfts.updated_at,
    file.storage_key as file_key, file.media_type, file.cid, thumbnail.storage_key as thumbnail_key,
    creator.first_name, creator.display_name, logo.storage_key as logo_key,
    latest.id as listing_id, latest.price_cents, latest.status, latest.seller_id, latest.buyer_id, latest.created_at as listed_at,
    latest.updated_at as changed_at, latest.expires_at, latest.seller_name, latest.buyer_name
  from nfts
  join users creator on creator.id = nfts.created_by
  join files file on file.id = nfts.file_id
  join files thumbnail on thumbnail.id = nfts.thumbnail_file_id
  left join files logo on logo.id = creator.avatar_file_id
  left join lateral (
    select listings.*, seller.display_name as seller_name, buyer.display_name as buyer_name
    from (select * from listings where nft_id = nfts.id order by created_at desc, id desc limit 1) listings
    join users seller on seller.id = listings.seller_id
    left join users buyer on buyer.id = listings.buyer_id
  ) latest on true
  where nfts.taken_down_at is null and nfts.approval = 'APPROVED' and nfts.active_price_cents is not null
  order by nfts.updated_at desc, nfts.id desc limit $1`
const ONE = 'select * from nfts where id = $1'

const run = async (name: string, text: string, value: unknown) => {
  const { rows } = await pool.query({ text, values: [value], ...(mode === 'prepared' && { name }) })
  return JSON.stringify({ data: rows })
}

const server = createServer(async (request, response) => {
  const id = request.url?.split('/')[2]
  const body = id ? await run('one', ONE, id) : await run('list', LIST, 24)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
