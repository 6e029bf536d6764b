import type { PageVersion } from '@verso/protocol/pages/footer-pages'
import type { FooterPage } from '@verso/protocol/pages/pages'
import { type FormEvent, useState } from 'react'
import { useSavePage } from '../../api/pages.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { fieldErrors } from '../../lib/forms/form-errors.ts'
import { t } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PlainText } from '../../ui/text/plain-text.tsx'
import { Notice } from '../../ui/notice.tsx'

/** A text, and the version that it is a change of. */
export type Draft = { text: string; version: number }

type PageEditorProps = {
  name: FooterPage
  /** The version that the site shows now. */
  current: PageVersion
  draft: Draft | undefined
  onDraft: (draft: Draft | undefined) => void
}

/** The text on one side, how visitors will read it on the other. */
export function PageEditor({ name, current, draft, onDraft }: PageEditorProps) {
  const save = useSavePage(name)
  const [failure, setFailure] = useState<string>()
  const { text, version } = draft ?? current
  const isChanged = text.trim() !== current.text.trim()
  const isOvertaken = isChanged && version < current.version && !save.isPending
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    try {
      await save.mutateAsync({ text, version })
      onDraft(undefined)
    } catch (error) {
      setFailure(fieldErrors(error).text ?? errorMessage(error))
    }
  }
  const discard = () => {
    setFailure(undefined)
    onDraft(undefined)
  }
  const goOn = () => {
    setFailure(undefined)
    onDraft({ text, version: current.version })
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid items-start gap-6 xl:grid-cols-2">
      <Panel>
        {isOvertaken && <OvertakenNotice current={current} onGoOn={goOn} />}
        <Field label={t('admin:pages.text')} error={isOvertaken ? undefined : failure} hint={t('admin:pages.hint')}>
          {(control) => (
            <TextArea
              {...control}
              rows={22}
              value={text}
              maxLength={50_000}
              readOnly={save.isPending}
              onChange={(event) => onDraft({ text: event.target.value, version })}
              className="font-mono text-sm"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" isPending={save.isPending} disabled={!isChanged || isOvertaken} className="px-8!">
            {t('admin:pages.save')}
          </Button>
          <Button variant="plain" disabled={!isChanged} onClick={discard}>
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

/** Another admin has saved meanwhile: their text is shown before this one replaces it. */
const OvertakenNotice = ({ current, onGoOn }: { current: PageVersion; onGoOn: () => void }) => (
  <Notice>
    <p>
      {t('admin:pages.overtaken', { number: current.version, who: current.saved_by?.email ?? t('admin:audit.system') })}
    </p>
    <details className="mt-2">
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium">{t('admin:pages.seeNewer')}</summary>
      <pre className="mt-2 max-h-60 overflow-y-auto font-mono text-sm whitespace-pre-wrap text-fg2" tabIndex={0}>
        {current.text}
      </pre>
    </details>
    <Button variant="plain" className="mt-2" onClick={onGoOn}>
      {t('admin:pages.goOn')}
    </Button>
  </Notice>
)
