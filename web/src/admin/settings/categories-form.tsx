import type { Category } from '@verso/protocol/operations/settings'
import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useArrangeCategories } from '../../api/admin/admin-operations.ts'
import { fieldErrors, formError } from '../../lib/forms/form-errors.ts'
import { useFocusFirstError } from '../../lib/forms/use-focus-first-error.ts'
import { t } from '../../lib/i18n.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldNote, TextInput } from '../../ui/fields/field.tsx'
import { Notice } from '../../ui/notice.tsx'

type Row = { key: string; id?: number; name: string }

const rowOf = ({ id, name }: Category): Row => ({ key: String(id), id, name })

/** Renames, orders and adds categories; saved all together. */
export function CategoriesForm({ categories }: { categories: Category[] }) {
  const [rows, setRows] = useState(() => categories.map(rowOf))
  const [failure, setFailure] = useState<string>()
  const [faults, setFaults] = useState<Record<string, string>>({})
  const arrange = useArrangeCategories()
  const focusFirstError = useFocusFirstError()

  const rename = (key: string, name: string) => setRows(rows.map((row) => (row.key === key ? { ...row, name } : row)))
  const move = (index: number, by: -1 | 1) => {
    const next = [...rows]
    const [row] = next.splice(index, 1)
    if (row) next.splice(index + by, 0, row)
    setRows(next)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    setFaults({})
    // A new one that was left empty is none.
    const named = rows.filter((row) => row.id !== undefined || row.name.trim())
    try {
      await arrange.mutateAsync(named.map(({ id, name }) => ({ id, name })))
    } catch (error) {
      setFailure(formError(error))
      // The server names a field by its place among those that were sent.
      const byPlace = fieldErrors(error)
      setFaults(Object.fromEntries(named.flatMap(({ key }, place) => (byPlace[place] ? [[key, byPlace[place]]] : []))))
      focusFirstError()
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
      <ul className="flex flex-col gap-2">
        {rows.map((row, index) => (
          <li key={row.key} className="flex items-start gap-1">
            <NameInput
              label={t('admin:settings.categoryName', { number: index + 1 })}
              row={row}
              fault={faults[row.key]}
              onChange={(name) => rename(row.key, name)}
            />
            <IconButton
              label={t('admin:settings.up', { name: row.name })}
              disabled={index === 0}
              className="disabled:opacity-40"
              onClick={() => move(index, -1)}
            >
              <ArrowUp size={17} aria-hidden />
            </IconButton>
            <IconButton
              label={t('admin:settings.down', { name: row.name })}
              disabled={index === rows.length - 1}
              className="disabled:opacity-40"
              onClick={() => move(index, 1)}
            >
              <ArrowDown size={17} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <Notice>{failure}</Notice>
      <div className="flex flex-wrap gap-2">
        <Button variant="plain" onClick={() => setRows([...rows, { key: `new-${rows.length}`, name: '' }])}>
          <Plus size={16} aria-hidden />
          {t('admin:settings.addCategory')}
        </Button>
        <Button type="submit" isPending={arrange.isPending} className="px-8!">
          {t('admin:settings.save')}
        </Button>
      </div>
    </form>
  )
}

type NameInputProps = { label: string; row: Row; fault: string | undefined; onChange: (name: string) => void }

function NameInput({ label, row, fault, onChange }: NameInputProps) {
  const noteId = useId()
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <TextInput
        aria-label={label}
        aria-invalid={fault !== undefined}
        aria-describedby={noteId}
        value={row.name}
        maxLength={40}
        required={row.id !== undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <FieldNote id={noteId} error={fault} />
    </div>
  )
}
