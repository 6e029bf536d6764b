import { addressOf } from '@verso/protocol/pages/pages'
import { describe, expect, it } from 'vitest'
import { buildMember } from '../../../test/build-member.ts'
import { buildNft } from '../../../test/build-nft.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { findShareCard } from './find-share-card.ts'
import { renderHead } from './render-head.ts'

const URLS = { public: 'https://verso.example', media: 'https://media.example' }
const PAGE = '<head><meta name="description" content="Every page" /><title>Verso</title></head>'

describe('share cards', () => {
  const t = useTestApp()
  const cardOf = (path: string) => findShareCard(t.ctx, path, URLS)

  it('shows a work with its creator, its page-size picture and its own address', async () => {
    const creator = await buildMember(t, { displayName: 'Maya Lindqvist' })
    const nft = await buildNft(t, { creator, name: 'Dawn', description: 'First\n  light' })
    const path = addressOf('nft', { nftId: nft.id })
    expect(await cardOf(path)).toMatchObject({
      title: 'Dawn by Maya Lindqvist',
      description: 'First light',
      url: `https://verso.example${path}`,
      image: expect.stringMatching(/^https:\/\/media\.example\/files\/[0-9a-f]{64}\.png$/),
      imageAlt: 'Dawn',
    })
    const copy = { name: 'page', storage_key: 'page-copy.webp', mime: 'image/webp', width: 1, height: 1, size_bytes: 1 }
    await t.ctx.db
      .insertInto('file_variants')
      .values({ ...copy, file_id: nft.file_id })
      .execute()
    expect((await cardOf(`${path}/`))?.image).toBe('https://media.example/files/page-copy.webp')
  })

  it('shows a member by the public name, and never the e-mail', async () => {
    const member = await buildMember(t, { displayName: null, firstName: null })
    const card = await cardOf(addressOf('user', { userId: member.id }))
    expect(card).toMatchObject({ type: 'profile', title: `member-${member.id.slice(-6)}`, image: null })
    const feed = `https://verso.example${addressOf('user', { userId: member.id })}/feed.xml`
    expect(renderHead(PAGE, card as never)).toContain(
      `type="application/atom+xml" title="${card?.title}" href="${feed}"`,
    )
    expect(JSON.stringify(card)).not.toContain(member.email)
  })

  it('says nothing of what is hidden or does not exist', async () => {
    const hidden = await buildNft(t, { isTakenDown: true })
    const suspended = await buildMember(t, { isSuspended: true })
    const nfts = ['1', t.ctx.random.id(), hidden.id].map((nftId) => addressOf('nft', { nftId }))
    const others = [addressOf('createNft'), addressOf('home'), addressOf('user', { userId: suspended.id })]
    for (const path of [...nfts, ...others]) expect(await cardOf(path), path).toBeUndefined()
  })

  it('cannot be left by what a member writes', async () => {
    const name = `"><script>alert(1)</script> $& 'x'`
    const nft = await buildNft(t, { name, description: '🎨'.repeat(240) })
    const card = await cardOf(addressOf('nft', { nftId: nft.id }))
    const html = renderHead(PAGE, card as never)
    expect(html).not.toMatch(/<script/)
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; &#39;x&#39;')
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html.match(/name="description"/g)).toHaveLength(1)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
    expect(Array.from(card?.description ?? '')).toHaveLength(160)
  })
})
