import './dropzone.css'
import { Trash2, UploadCloud } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { t } from '../../lib/i18n.ts'
import { FieldNote } from './field.tsx'
import { Button, IconButton } from '../button.tsx'

type DropzoneProps = {
  label: string
  name?: string
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
  /** Further actions on the chosen file. */
  actions?: ReactNode
}

/** A place to drop one file or to choose it with a button. */
export function Dropzone(props: DropzoneProps) {
  const { label, accept, maxBytes, file, onFile, progressPercent, isSmall, preview, actions } = props
  const noteId = useId()
  const [rejection, setRejection] = useState<string>()
  const [rejectedBeside, setRejectedBeside] = useState(file)
  // Another was chosen since, or this one taken out.
  if (file !== rejectedBeside) {
    setRejectedBeside(file)
    setRejection(undefined)
  }
  const error = rejection ?? props.error
  const choose = (files: FileList | null) => {
    const wrong = rejectionOf(files, accept, maxBytes)
    setRejection(wrong)
    if (!wrong && files?.[0]) onFile(files[0])
  }
  const { isOver, zoneProps } = useDrop(choose)
  const input = useRef<HTMLInputElement>(null)
  const browse = () => input.current?.click()
  const isUploading = progressPercent != null
  return (
    <div role="group" aria-label={label} data-invalid={error ? '' : undefined} className="flex flex-col gap-1.5">
      <p className="font-medium">{label}</p>
      <div
        {...zoneProps}
        className={cx('drop', isOver && 'over', error && 'bad', isSmall && 'small', file && 'chosen')}
      >
        {/* The button opens the picker: a drop zone that is itself a button round an input fails nested-interactive. */}
        <input
          ref={input}
          type="file"
          name={props.name}
          hidden
          tabIndex={-1}
          accept={Object.entries(accept).flat(2).join(',')}
          aria-label={label}
          aria-describedby={noteId}
          onChange={(event) => {
            choose(event.target.files)
            // The same file can be chosen again after it was removed.
            event.target.value = ''
          }}
        />
        {preview ?? (
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-s3 text-fg2">
            <UploadCloud size={20} />
          </span>
        )}
        {file ? (
          <ChosenFile file={file}>
            {!isUploading && (
              <>
                {actions}
                <Button variant="plain" size="sm" onClick={browse} aria-label={`${t('actions.replace')} ${label}`}>
                  {t('actions.replace')}
                </Button>
                <IconButton label={`${t('actions.remove')} ${label}`} onClick={() => onFile(undefined)}>
                  <Trash2 size={18} />
                </IconButton>
              </>
            )}
          </ChosenFile>
        ) : (
          <Prompt hint={props.hint} onBrowse={browse} label={label} />
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

/** The problem of a dropped or chosen file, told before it is read; a system may not know its type. */
function rejectionOf(files: FileList | null, accept: DropzoneProps['accept'], maxBytes: number): string | undefined {
  const file = files?.[0]
  if (!file) return undefined
  const name = file.name.toLowerCase()
  const isAccepted = Object.entries(accept).some(
    ([type, endings]) => file.type === type || endings.some((ending) => name.endsWith(ending)),
  )
  if (!isAccepted || files.length > 1) return t('drop.wrongType')
  return file.size > maxBytes ? t('drop.tooLarge', { size: formatBytes(maxBytes) }) : undefined
}

/** Dragging a file over the zone and letting it go there; elsewhere on the page the browser would open it. */
function useDrop(onDrop: (files: FileList | null) => void) {
  // Entering a child comes before leaving its parent, so that depth is 0 only outside.
  const depth = useRef(0)
  const [isOver, setIsOver] = useState(false)
  const move = (change: number) => (event: DragEvent) => {
    event.preventDefault()
    depth.current += change
    setIsOver(depth.current > 0)
  }
  const zoneProps = {
    onDragEnter: move(1),
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: move(-1),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      depth.current = 0
      setIsOver(false)
      onDrop(event.dataTransfer.files)
    },
  }
  return { isOver, zoneProps }
}

function ChosenFile({ file, children }: { file: File; children: ReactNode }) {
  return (
    <div className="flex w-full min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2 text-left">
      <div className="min-w-32 flex-1">
        <p className="truncate font-medium">{file.name}</p>
        <p className="num text-sm text-fg3">{formatBytes(file.size)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2 empty:hidden">{children}</div>
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
