import { Trash2, UploadCloud } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { cx } from '../lib/cx.ts'
import { formatBytes } from '../lib/format-bytes.ts'
import { t } from '../lib/i18n.ts'
import { FieldNote } from './field.tsx'
import { IconButton } from './button.tsx'

type DropzoneProps = {
  label: string
  hint?: string
  /** Mime types and their endings: `{'image/png': ['.png']}`. */
  accept: Record<string, string[]>
  maxBytes: number
  file: File | null | undefined
  onFile: (file: File | undefined) => void
  error?: string | undefined
  /** While uploading: how far, in percent. */
  progressPercent?: number | null
  isSmall?: boolean
  preview?: ReactNode
}

/** A place to drop one file or to choose it with a button. */
export function Dropzone(props: DropzoneProps) {
  const { label, accept, maxBytes, file, onFile, progressPercent, isSmall, preview } = props
  const noteId = useId()
  const [rejection, setRejection] = useState<string>()
  const error = rejection ?? props.error
  const reject = ([first]: FileRejection[]) =>
    setRejection(
      first?.errors[0]?.code === 'file-too-large'
        ? t('drop.tooLarge', { size: formatBytes(maxBytes) })
        : t('drop.wrongType'),
    )
  const acceptFile = ([first]: File[]) => {
    setRejection(undefined)
    onFile(first)
  }
  // The button opens the picker: a drop zone that is itself a button round an input fails nested-interactive.
  const zone = useDropzone({
    accept,
    maxSize: maxBytes,
    multiple: false,
    noClick: true,
    noKeyboard: true,
    onDropAccepted: acceptFile,
    onDropRejected: reject,
  })
  const isUploading = progressPercent != null
  return (
    <div role="group" aria-label={label} data-invalid={error ? '' : undefined} className="flex flex-col gap-1.5">
      <p className="font-medium">{label}</p>
      <div
        {...zone.getRootProps()}
        className={cx(
          'drop',
          zone.isDragActive && 'over',
          error && 'bad',
          isSmall && 'flex-row! justify-start! gap-4! p-4! text-left!',
        )}
      >
        <input {...zone.getInputProps({ 'aria-label': label, 'aria-describedby': noteId })} />
        {preview ?? (
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-s3 text-fg2">
            <UploadCloud size={20} aria-hidden />
          </span>
        )}
        {file ? <ChosenFile file={file} /> : <Prompt hint={props.hint} onBrowse={zone.open} label={label} />}
        {file && !isUploading && (
          <IconButton label={`${t('actions.remove')} ${label}`} onClick={() => onFile(undefined)}>
            <Trash2 size={18} aria-hidden />
          </IconButton>
        )}
        {isUploading && (
          <progress
            value={progressPercent}
            max={100}
            aria-label={t('drop.uploading', { label })}
            className="bar-progress absolute inset-x-0 bottom-0"
          />
        )}
      </div>
      <FieldNote id={noteId} error={error} />
    </div>
  )
}

function ChosenFile({ file }: { file: File }) {
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate font-medium">{file.name}</p>
      <p className="num text-sm text-fg3">{formatBytes(file.size)}</p>
    </div>
  )
}

function Prompt({ hint, onBrowse, label }: { hint: string | undefined; onBrowse: () => void; label: string }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {t('drop.prompt')}{' '}
        <button
          type="button"
          onClick={onBrowse}
          aria-label={`${t('actions.browse')}: ${label}`}
          className="py-1 link text-accent-text"
        >
          {t('actions.browse')}
        </button>
      </p>
      {hint && <p className="mt-0.5 text-sm text-fg3">{hint}</p>}
    </div>
  )
}
