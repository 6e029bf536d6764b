import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { IconButton } from '../button.tsx'
import { toast } from '../overlays/toast.ts'

export function CopyButton({ text, label = t('actions.copy') }: { text: string; label?: string }) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
    void toast.success(t('actions.copied'))
  }
  const Icon = isCopied ? Check : Copy
  return (
    <IconButton label={label} onClick={() => void copy()}>
      <Icon size={17} />
    </IconButton>
  )
}
