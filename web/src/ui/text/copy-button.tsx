import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { IconButton } from '../button.tsx'
import { copyText } from './copy-text.ts'

export function CopyButton({ text, label = t('actions.copy') }: { text: string; label?: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    if (await copyText(text)) setIsCopied(true)
  }
  const Icon = isCopied ? Check : Copy
  return (
    <IconButton label={label} onClick={() => void copy()}>
      <Icon size={17} />
    </IconButton>
  )
}
