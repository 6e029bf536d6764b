import { type ReactNode, useState } from 'react'
import { t } from '../../../../../lib/i18n.ts'
import { Button } from '../../../../../ui/button.tsx'
import { openModal } from '../../../../../ui/overlays/modal.ts'

type Finish = (picture: File | undefined) => void

/** A dialog that ends with a picture, or with none. */
export function openPictureDialog(title: string, render: (finish: Finish) => ReactNode): Promise<File | undefined> {
  return new Promise((resolve) => {
    openModal({
      title,
      onClosed: () => resolve(undefined),
      render: (close) =>
        render((picture) => {
          resolve(picture)
          close()
        }),
    })
  })
}

type DialogFormProps = {
  onDone: Finish
  /** Makes the picture that stands in the dialog; without it there is none yet. */
  take: (() => Promise<File>) | undefined
  /** The obstacle, in words for the member. */
  problem?: string | undefined
  children: ReactNode
}

export function PictureForm({ onDone, take, problem, children }: DialogFormProps) {
  const [isTaking, setIsTaking] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const submit = async () => {
    setIsTaking(true)
    const picture = await take?.().catch(() => undefined)
    setIsTaking(false)
    setHasFailed(!picture)
    if (picture) onDone(picture)
  }
  const message = problem ?? (hasFailed ? t('create.thumbnail.failed') : undefined)
  return (
    <div className="mt-4 flex flex-col gap-5">
      {children}
      <p role="alert" className="text-sm text-bad empty:hidden">
        {message}
      </p>
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={() => onDone(undefined)}>
          {t('actions.cancel')}
        </Button>
        <Button disabled={!take} isPending={isTaking} onClick={() => void submit()}>
          {t('create.thumbnail.use')}
        </Button>
      </div>
    </div>
  )
}
