import { BIO_MAX_LENGTH, BIO_MIN_LENGTH } from '@verso/protocol/limits'
import { addressOf } from '@verso/protocol/pages/pages'
import type { Me } from '@verso/protocol/users'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { formError } from '../../../../lib/forms/form-errors.ts'
import { t } from '../../../../lib/i18n.ts'
import { useZodForm } from '../../../../lib/forms/use-zod-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field, TextArea, TextInput } from '../../../../ui/fields/field.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ProfilePictures } from './profile-pictures.tsx'
import { forgetProfileDraft } from './profile-draft.ts'
import type { ProfileChanges, ProfileFields } from './profile-schema.ts'
import { useProfileDraft } from './use-profile-draft.ts'
import { type Pictures, useSaveProfile } from './use-save-profile.ts'

const fieldsOf = (me: Me) => ({
  email: me.email,
  first_name: me.first_name ?? '',
  last_name: me.last_name ?? '',
  display_name: me.display_name ?? '',
  occupation: me.occupation ?? '',
  bio: me.bio ?? '',
})

/** Fields follow what other tabs save until they are typed in. */
export function ProfileForm({ me }: { me: Me }) {
  const saved = fieldsOf(me)
  const form = useZodForm(async () => (await import('./profile-schema.ts')).profileChanges(me), {
    values: saved,
    resetOptions: { keepDirtyValues: true },
  })
  useProfileDraft(form, me, saved)
  const [pictures, setPictures] = useState<Pictures>({})
  const [failure, setFailure] = useState<string>()
  const save = useSaveProfile()
  const navigate = useNavigate()
  const { errors, isSubmitting } = form.formState

  const submit = form.submit(async (fields) => {
    setFailure(undefined)
    try {
      await save.mutateAsync({ fields, pictures })
      forgetProfileDraft()
      await navigate(addressOf('user', { userId: me.id }))
    } catch (error) {
      setFailure(formError(error))
      form.showServerErrors(error)
    }
  })
  const text = (name: 'first_name' | 'last_name' | 'display_name' | 'occupation', autoComplete: string) => (
    <Field label={t(`profile:fields.${name}`)} error={errors[name]?.message}>
      {(control) => <TextInput {...control} {...form.register(name)} autoComplete={autoComplete} />}
    </Field>
  )
  return (
    <Panel title={t('profile:form.title')} lead={t('profile:form.lead')}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <ProfilePictures me={me} pictures={pictures} onChange={setPictures} />
        <Notice>{failure}</Notice>
        {text('display_name', 'nickname')}
        <div className="grid gap-5 sm:grid-cols-2">
          {text('first_name', 'given-name')}
          {text('last_name', 'family-name')}
        </div>
        <Field label={t('profile:fields.email')} error={errors.email?.message} hint={t('profile:form.emailNote')}>
          {(control) => (
            <TextInput {...control} {...form.register('email')} type="email" autoComplete="email" readOnly />
          )}
        </Field>
        {text('occupation', 'organization-title')}
        <BioField form={form} />
        <Button type="submit" size="lg" isPending={isSubmitting} className="self-start px-8!">
          {t('profile:form.save')}
        </Button>
      </form>
    </Panel>
  )
}

type ProfileFormState = UseFormReturn<ProfileFields, unknown, ProfileChanges>

/** The bio has at least 150 characters or none (docs/rules.md R59); the counter shows how many are written. */
function BioField({ form }: { form: Pick<ProfileFormState, 'watch' | 'register' | 'formState'> }) {
  // Characters as a person counts them, and the server: an emoji is one.
  const length = [...(form.watch('bio')?.trim() ?? '')].length
  return (
    <Field
      label={t('profile:fields.bio')}
      error={form.formState.errors.bio?.message}
      hint={length < BIO_MIN_LENGTH ? t('profile:form.bioHint', { count: BIO_MIN_LENGTH }) : undefined}
      aside={
        length < BIO_MIN_LENGTH
          ? t('profile:form.bioCounter', { length, min: BIO_MIN_LENGTH })
          : t('profile:form.bioCounterMax', { length, max: BIO_MAX_LENGTH })
      }
    >
      {(control) => <TextArea {...control} {...form.register('bio')} />}
    </Field>
  )
}
