// In the head of index.html (inline-page.ts): starts what the first screen needs before the entry script has even arrived.
;((chunksOf) => {
  const isExplore = /^\/(app\/home)?$/.test(location.pathname)
  const isNft = location.pathname.startsWith('/app/nft/view/')
  if (isExplore) document.documentElement.dataset.first = 'explore'
  for (const file of isExplore ? chunksOf.explore : isNft ? chunksOf.nft : []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
  if (!isExplore || location.search) return
  // The very request Explore makes at first (explore-filters.ts); api/client.ts takes this answer instead of asking again.
  const url = '/api/nfts/?approved=true&listed=true&sort=-updated_at'
  const headers = { Accept: 'application/json' }
  const token = localStorage.getItem('adminToken')
  if (token) headers.Authorization = `Bearer ${token}`
  window.earlyAnswer = { url, token, response: fetch(url, { headers }) }
  // And the pictures at the top of the grid, which are the largest paint.
  const startPictures = async (response) => {
    const { data = [] } = await response.clone().json()
    for (const { card_url } of data.slice(0, 4)) Object.assign(new Image(), { fetchPriority: 'high', src: card_url })
  }
  window.earlyAnswer.response.then(startPictures).catch(() => undefined)
})(__CHUNKS__)
