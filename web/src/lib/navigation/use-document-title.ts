import { useEffect } from 'react'
import { useBrand } from '../../api/settings.ts'

/** "Explore · Verso" in the browser's tab. */
export function useDocumentTitle(title: string | undefined): void {
  const brand = useBrand()
  useEffect(() => {
    if (title) document.title = `${title} · ${brand}`
  }, [title, brand])
}
