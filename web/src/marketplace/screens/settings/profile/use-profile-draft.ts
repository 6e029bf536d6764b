import type { Me } from '@verso/protocol/users'
import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { forgetProfileDraft, PROFILE_DRAFT } from './profile-draft.ts'
import type { ProfileChanges, ProfileFields } from './profile-schema.ts'

type Form = Pick<UseFormReturn<ProfileFields, unknown, ProfileChanges>, 'watch' | 'setValue'>
type Texts = Record<string, unknown>

/** Kept with the member who typed it: another one of the same tab has no business with it. */
function readDraft(me: Me): Texts {
  try {
    const [member, texts] = JSON.parse(sessionStorage.getItem(PROFILE_DRAFT) ?? '[]') as [string?, Texts?]
    return (member === me.id && texts) || {}
  } catch {
    return {}
  }
}

/** Keeps what is typed until it is saved, and puts back what the last visit left. */
export function useProfileDraft({ watch, setValue }: Form, me: Me, saved: ProfileFields): void {
  const restore = useEffectEvent(() => {
    const draft = readDraft(me)
    for (const name of Object.keys(saved) as (keyof ProfileFields)[]) {
      const text = draft[name]
      if (typeof text === 'string') setValue(name, text, { shouldDirty: true })
    }
  })
  const keep = useEffectEvent((values: Texts) => {
    const typed = Object.entries(values).filter(([name, text]) => text !== saved[name as keyof ProfileFields])
    if (typed.length === 0) forgetProfileDraft()
    else sessionStorage.setItem(PROFILE_DRAFT, JSON.stringify([me.id, Object.fromEntries(typed)]))
  })
  useEffect(() => {
    restore()
    return watch((values) => keep(values)).unsubscribe
  }, [watch])
}
