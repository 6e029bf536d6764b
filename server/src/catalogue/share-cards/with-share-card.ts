import type { Context } from '../../context.ts'
import { readForVisitor } from '../../db/replica/replica.ts'
import type { OwnHead } from '../../http/serving/front-end.ts'
import { urlsFor } from '../../http/urls.ts'
import { findShareCard } from './find-share-card.ts'
import { renderHead } from './render-head.ts'

/** NFT and profile pages carry a card; without the database a page is still a page. */
export const withShareCard =
  (ctx: Context): OwnHead =>
  async (html, request) => {
    const path = request.url.split(/[?#]/, 1)[0] ?? ''
    try {
      const card = await readForVisitor(ctx, {
        read: (db) => findShareCard({ ...ctx, db }, path, urlsFor(ctx)),
        isFound: (found) => found !== undefined,
      })
      return card && renderHead(html, card)
    } catch (error) {
      ctx.log.warn({ error: (error as Error).message }, 'a share card was left out')
      return undefined
    }
  }
