import { DESCRIPTION_MAX_LENGTH, NFT_FILE_MAX_BYTES, THUMBNAIL_MAX_BYTES } from '@verso/protocol/limits'
import type { UseFormReturn } from 'react-hook-form'
import { useCategories, useSettings } from '../../../api/settings.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { t } from '../../../lib/i18n.ts'
import { useObjectUrl } from '../../../lib/browser/use-object-url.ts'
import { Dropzone } from '../../../ui/fields/dropzone.tsx'
import { Field, TextArea, TextInput, UnitInput } from '../../../ui/fields/field.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { Skeleton } from '../../../ui/loading/skeleton.tsx'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { NFT_FILE_ACCEPT, THUMBNAIL_ACCEPT } from './create-form.ts'
import type { CreateInput, CreateValues } from './create-schema.ts'
import { ExtraPart } from './extra-part.tsx'
import { MoreFields } from './more-fields.tsx'
import type { PublishProgress } from './publish-progress.ts'
import type { ChosenFiles } from './files/use-chosen-files.ts'
import { usePastedFile } from './files/use-pasted-file.ts'

// With the first file that is chosen.
const ArtworkView = lazyPart(() => import('./files/artwork-view.tsx'), 'ArtworkView')
const ThumbnailActions = lazyPart(() => import('./thumbnail/dialogs/thumbnail-actions.tsx'), 'ThumbnailActions')

type CreateFieldsProps = {
  form: UseFormReturn<CreateInput, unknown, CreateValues>
  values: CreateInput
  progress: PublishProgress | null
  chosen: ChosenFiles
  onChain: (chain: CreateInput['chain']) => Promise<void>
}

export function CreateFields({ form, values, progress, chosen, onChain }: CreateFieldsProps) {
  return (
    <>
      <Files form={form} values={values} progress={progress} chosen={chosen} />
      <Texts form={form} values={values} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Category form={form} />
        <ListingPrice form={form} />
      </div>
      <MoreFields form={form} values={values} onChain={onChain} />
    </>
  )
}

type Part = Pick<CreateFieldsProps, 'form' | 'values'>

function Files({ form, values, progress, chosen }: Omit<CreateFieldsProps, 'onChain'>) {
  const { errors } = form.formState
  // A file that is dropped or pasted does not ask whether its field is disabled.
  const set = (field: 'nftFile' | 'thumbnail') => (file: File | undefined) => {
    if (!progress) void chosen.choose(field, file)
  }
  usePastedFile(set('nftFile'))
  const limits = useSettings().data?.limits
  const fileBytes = limits?.nft_file_bytes ?? NFT_FILE_MAX_BYTES
  const thumbnailBytes = limits?.thumbnail_bytes ?? THUMBNAIL_MAX_BYTES
  const percentOf = (step: PublishProgress['step']) => (progress?.step === step ? progress.percent : null)
  return (
    <>
      <Dropzone
        name="nftFile"
        label={t('create.fields.nftFile')}
        hint={t('create.hints.nftFile', { size: formatBytes(fileBytes) })}
        accept={NFT_FILE_ACCEPT}
        maxBytes={fileBytes}
        file={values.nftFile}
        onFile={set('nftFile')}
        error={errors.nftFile?.message}
        progressPercent={percentOf('artwork')}
        preview={
          values.nftFile && (
            <ExtraPart fallback={<Skeleton className="h-64 w-full sm:h-80" />}>
              <ArtworkView artwork={values.nftFile} />
            </ExtraPart>
          )
        }
      />
      <Dropzone
        isSmall
        name="thumbnail"
        label={t('create.fields.thumbnail')}
        hint={t('create.hints.thumbnail', { size: formatBytes(thumbnailBytes) })}
        accept={THUMBNAIL_ACCEPT}
        maxBytes={thumbnailBytes}
        file={values.thumbnail}
        onFile={set('thumbnail')}
        error={errors.thumbnail?.message}
        progressPercent={percentOf('thumbnail')}
        preview={
          values.thumbnail ? <SmallPicture file={values.thumbnail} /> : (chosen.isTaking && <Taking />) || undefined
        }
        actions={
          values.thumbnail && (
            <ExtraPart>
              <ThumbnailActions
                artwork={values.nftFile}
                thumbnail={values.thumbnail}
                isMade={chosen.isThumbnailMade}
                onAdopt={chosen.adopt}
              />
            </ExtraPart>
          )
        }
      />
    </>
  )
}

function SmallPicture({ file }: { file: File }) {
  const url = useObjectUrl(file)
  return url ? <img src={url} alt="" className="size-20 shrink-0 rounded-md bg-s2 object-cover" /> : null
}

const Taking = () => (
  <p role="status" className="flex shrink-0 items-center gap-2 text-sm text-fg2">
    <Spinner />
    {t('create.taking')}
  </p>
)

function Texts({ form, values }: Part) {
  const { register, formState } = form
  const { errors } = formState
  const optional = t('form.optional')
  return (
    <>
      <Field label={t('create.fields.name')} error={errors.name?.message}>
        {(control) => <TextInput {...control} {...register('name')} autoComplete="off" />}
      </Field>
      <Field
        label={t('create.fields.description')}
        error={errors.description?.message}
        aside={t('create.counter', {
          count: [...(values.description ?? '')].length,
          max: DESCRIPTION_MAX_LENGTH,
        })}
      >
        {(control) => <TextArea {...control} {...register('description')} />}
      </Field>
      <Field label={t('create.fields.bio')} hint={t('create.hints.bio')} error={errors.bio?.message} aside={optional}>
        {(control) => <TextArea {...control} {...register('bio')} className="min-h-20!" />}
      </Field>
      <Field
        label={t('create.fields.altText')}
        hint={t('create.hints.altText')}
        error={errors.altText?.message}
        aside={optional}
      >
        {(control) => <TextInput {...control} {...register('altText')} autoComplete="off" />}
      </Field>
    </>
  )
}

function Category({ form }: Pick<Part, 'form'>) {
  const categories = useCategories().data ?? []
  return (
    <Field label={t('create.fields.category')} error={form.formState.errors.category?.message}>
      {(control) => (
        <Select
          {...control}
          {...form.register('category')}
          // The stored choice can only be shown once the categories are there.
          key={categories.length}
          none={t('form.selectNone')}
          options={categories.map(({ id, name }) => [String(id), name] as const)}
        />
      )}
    </Field>
  )
}

/** Optional: the NFT is for sale as soon as it is minted. */
const ListingPrice = ({ form }: Pick<Part, 'form'>) => (
  <Field
    label={t('nft.listing.price')}
    hint={t('create.hints.price')}
    error={form.formState.errors.price?.message}
    aside={t('form.optional')}
  >
    {(control) => (
      <UnitInput
        {...control}
        {...form.register('price')}
        unit={t('price.currency')}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
      />
    )}
  </Field>
)
