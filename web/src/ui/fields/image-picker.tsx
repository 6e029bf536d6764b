import { THUMBNAIL_MAX_BYTES } from '@verso/protocol/limits'
import { useState } from 'react'
import { t } from '../../lib/i18n.ts'
import { useObjectUrl } from '../../lib/browser/use-object-url.ts'
import { Button } from '../button.tsx'
import { Dropzone } from './dropzone.tsx'
import { openModal } from '../overlays/modal.ts'

type PickImageOptions = { title: string; hint?: string }

const ACCEPT = { 'image/png': ['.png'], 'image/jpeg': ['.jpg', '.jpeg'] }

/** The image picker modal: png or jpeg, Cancel and Select. Resolves to nothing when it was cancelled. */
export function pickImage({ title, hint }: PickImageOptions): Promise<File | undefined> {
  return new Promise((resolve) => {
    openModal({
      title,
      onClosed: () => resolve(undefined),
      render: (close) => (
        <ImagePicker
          title={title}
          hint={hint}
          onDone={(file) => {
            close()
            resolve(file)
          }}
        />
      ),
    })
  })
}

function ImagePicker({ title, hint, onDone }: PickImageOptions & { onDone: (file: File | undefined) => void }) {
  const [file, setFile] = useState<File>()
  const url = useObjectUrl(file)
  const preview = url && (
    <img src={url} alt="" style={{ maxHeight: 224 }} className="max-w-full rounded-md object-contain" />
  )
  return (
    <div className="mt-4 flex flex-col gap-5">
      <Dropzone
        label={title}
        hint={hint}
        accept={ACCEPT}
        maxBytes={THUMBNAIL_MAX_BYTES}
        file={file}
        onFile={setFile}
        preview={preview}
      />
      <div className="flex gap-2 *:flex-1">
        <Button variant="plain" onClick={() => onDone(undefined)}>
          {t('actions.cancel')}
        </Button>
        <Button disabled={!file} onClick={() => onDone(file)}>
          {t('actions.select')}
        </Button>
      </div>
    </div>
  )
}
