import { ALL_CHAINS, type Chain, chainName } from '@verso/protocol/chains'
import { Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSettings } from '../../../api/settings.ts'
import { cx } from '../../../lib/cx.ts'
import { t } from '../../../lib/i18n.ts'
import { Field, UnitInput } from '../../../ui/fields/field.tsx'
import type { CreateInput, CreateValues } from './create-schema.ts'

type MoreFieldsProps = {
  form: UseFormReturn<CreateInput, unknown, CreateValues>
  values: CreateInput
  onChain: (chain: CreateInput['chain']) => Promise<void>
}

/** Fields with a default: closed, with their values shown, until they are opened or have an error. */
export function MoreFields({ form, values, onChain }: MoreFieldsProps) {
  const { register, formState } = form
  const { errors, submitCount } = formState
  const { data: settings } = useSettings()
  // Until it is known, the server says so.
  const isLive = (chain: Chain) => settings?.chains.find(({ id }) => id === chain)?.is_live ?? true
  return (
    <More
      summary={values.chain && t('create.more.summary', { chain: chainName(values.chain), royalty: values.royalty })}
      // Closed again with its error, it opens at the next try.
      openFor={errors.chain || errors.royalty ? submitCount + 1 : 0}
    >
      <Field label={t('create.fields.chain')} error={errors.chain?.message}>
        {(control) => (
          <select
            {...control}
            {...register('chain', { onChange: (event) => void (event.target.value && onChain(event.target.value)) })}
            className="pick field"
          >
            <option value="">{t('form.selectNone')}</option>
            {ALL_CHAINS.map((chain) => (
              <option key={chain} value={chain} disabled={!isLive(chain)}>
                {isLive(chain) ? chainName(chain) : t('create.chainMissing', { chain: chainName(chain) })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('create.fields.royalty')} error={errors.royalty?.message} hint={t('create.hints.royalty')}>
        {(control) => (
          <UnitInput
            {...control}
            {...register('royalty')}
            unit="%"
            type="number"
            inputMode="decimal"
            step={0.01}
            min={0}
            max={100}
          />
        )}
      </Field>
    </More>
  )
}

/** `openFor` opens it whenever it has another value than 0 and than before. */
function More({ summary, openFor, children }: { summary: string; openFor: number; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const [openedFor, setOpenedFor] = useState(0)
  // While it is drawn, not after: in a closed one the first wrong field could not take the focus.
  if (openFor !== openedFor) {
    setOpenedFor(openFor)
    if (openFor > 0) setIsOpen(true)
  }
  return (
    <section className="rounded-lg bg-s1 hairline">
      <div className="relative flex min-h-14 items-center gap-3 px-4">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="rounded-sm font-medium after:absolute after:inset-0"
        >
          {t('create.more.title')}
        </button>
        <span className="num min-w-0 flex-1 truncate text-sm text-fg3">{!isOpen && summary}</span>
        <Plus size={18} aria-hidden className={cx('shrink-0 text-fg3', isOpen && 'rotate-45')} />
      </div>
      <div id={id} hidden={!isOpen} className="fade-in">
        <div className="grid gap-6 px-4 pt-1 pb-5 sm:grid-cols-2">{children}</div>
      </div>
    </section>
  )
}
