import type { PageName, PageVersion } from '@verso/protocol/pages'
import { type FormEvent, useState } from 'react'
import { useSavePage } from '../../api/pages.ts'
import { errorMessage, fieldErrors } from '../../lib/error-message.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainText } from '../../ui/plain-text.tsx'

type PageEditorProps = {
  name: PageName
  /** What is shown now, and what this text is a change of. */
  current: PageVersion
  text: string
  onText: (text: string) => void
}

/** The text on one side, how visitors will read it on the other. */
export function PageEditor({ name, current, text, onText }: PageEditorProps) {
  const save = useSavePage(name)
  const [failure, setFailure] = useState<string>()
  const isChanged = text.trim() !== current.text.trim()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    try {
      await save.mutateAsync({ text, version: current.version })
    } catch (error) {
      setFailure(fieldErrors(error).text ?? errorMessage(error))
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid items-start gap-6 xl:grid-cols-2">
      <Panel>
        <Field label={t('admin:pages.text')} error={failure} hint={t('admin:pages.hint')}>
          {(control) => (
            <TextArea
              {...control}
              rows={22}
              value={text}
              maxLength={50_000}
              onChange={(event) => onText(event.target.value)}
              className="font-mono text-sm"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isPending={save.isPending} disabled={!isChanged} className="px-8!">
            {t('admin:pages.save')}
          </Button>
          <Button variant="plain" disabled={!isChanged} onClick={() => onText(current.text)}>
            {t('admin:pages.discard')}
          </Button>
        </div>
      </Panel>
      <Panel title={t('admin:pages.preview')}>
        <article aria-label={t('admin:pages.preview')} className="min-w-0 wrap-anywhere">
          <PlainText text={text} />
        </article>
      </Panel>
    </form>
  )
}
