// In the head of index.html (inline-page.ts): starts what the first screen needs before the entry script has even arrived.
;((screens) => {
  const [first = '', pattern, chunks] = screens.find(([, one]) => one.test(location.pathname)) ?? []
  const { nftId, userId } = pattern?.exec(location.pathname).groups ?? {}
  document.documentElement.dataset.first = first
  // The very requests that the screen makes at first; api/client.ts takes these answers instead of asking again.
  const token = localStorage.getItem('adminToken')
  const headers = { Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  const answers = {}
  const ask = async (url) => {
    answers[url] = fetch(url, { headers })
    return (await (await answers[url]).clone().json()).data
  }
  const start = (src, more) => Object.assign(new Image(), { fetchPriority: 'high', ...more, src })
  /** Shows a picture in the first paint, where the screen will show it. */
  const show = (picture, selector) => {
    const append = () => document.querySelector(selector)?.append(picture)
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', append)
    else append()
  }
  const starts = {
    explore: async () => {
      if (location.search) return
      const nfts = await ask('/api/nfts/?approved=true&listed=true&sort=-updated_at')
      // The first row of a phone; more would only hold up the code that shows them.
      for (const [index, { card_url }] of nfts.slice(0, 2).entries())
        show(
          start(card_url, { className: 'size-full object-cover' }),
          `.first-paint-explore li:nth-child(${index + 1}) > span`,
        )
    },
    nft: async () => {
      const { page_small_url, page_url } = await ask(`/api/nfts/${nftId}/`)
      const srcset = `${page_small_url} 640w, ${page_url} 1200w`
      const sizes = '(min-width: 768px) 50vw, 85vw'
      show(start(page_url, { srcset, sizes, className: 'relative size-full object-contain' }), '#first-picture')
    },
    profile: async () => {
      // Which tab is first depends on whose profile it is; a visitor has none.
      if (!token && !location.search) ask(`/api/nfts/?created_by=${userId}&sort=-updated_at`).catch(() => undefined)
      const { header_image_url } = await ask(`/api/users/${userId}/`)
      if (header_image_url) show(start(header_image_url, { className: 'size-full object-cover' }), '#first-cover')
    },
  }
  window.earlyAnswers = { token, answers }
  // A visitor's Explore has a front, until they close it (front-place.tsx).
  const hasFront = first === 'explore' && !location.search && !token && !localStorage.getItem('frontClosed')
  if (hasFront) {
    document.documentElement.dataset.front = ''
    ask('/api/featured/').catch(() => undefined)
  }
  const front = screens.find(([name]) => hasFront && name === 'front')
  starts[first]?.().catch(() => undefined)
  ask('/api/settings/').catch(() => undefined)
  for (const chunk of [chunks, front?.[2]].flatMap((list) => list?.split(' ') ?? [])) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/assets/${chunk}.js` })
    document.head.append(link)
  }
})(__SCREENS__)
