// Runs before the first paint, so that a light theme never flashes dark.
{
  let choice = 'dark'
  try {
    choice = localStorage.getItem('theme') ?? 'dark'
  } catch {}
  const isLight = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.dataset.theme = isLight ? 'light' : 'dark'
}
