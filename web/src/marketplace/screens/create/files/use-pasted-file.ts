import { useEffect, useEffectEvent } from 'react'
import { NFT_FILE_ACCEPT } from '../create-form.ts'

/** A picture pasted anywhere on the page is the artwork. */
export function usePastedFile(onFile: (file: File) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    // A spreadsheet gives its text as a picture, too.
    if (!file || !(file.type in NFT_FILE_ACCEPT) || event.clipboardData?.types.includes('text/plain')) return
    event.preventDefault()
    onFile(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])
}
