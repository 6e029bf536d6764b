const COUNT = /^\(\d+\+?\) /

/** Shows a count before the page's title, whichever screen writes that. @returns how to end it */
export function showInTitle(count: string): () => void {
  const title = document.querySelector('title')
  const write = () => {
    const named = `(${count}) ${document.title.replace(COUNT, '')}`
    if (document.title !== named) document.title = named
  }
  write()
  const observer = new MutationObserver(write)
  if (title) observer.observe(title, { childList: true })
  return () => {
    observer.disconnect()
    document.title = document.title.replace(COUNT, '')
  }
}
