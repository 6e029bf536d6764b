import { useUpdateMe } from '../../../../api/users.ts'
import { t } from '../../../../lib/i18n.ts'
import { useToastedMutation } from '../../../../lib/use-toasted-mutation.ts'
import type { ProfileFields } from './profile-schema.ts'

/** Pictures that were chosen but not saved yet. */
export type Pictures = { avatar?: File; header_image?: File }

/** Few visits change a picture: its upload comes with the first. */
const upload = async (file: File) => (await import('../../../../api/files.ts')).uploadFile(file)

/** Uploads the chosen pictures, then writes the profile with their ids. */
export function useSaveProfile() {
  const update = useUpdateMe()
  return useToastedMutation({
    mutationFn: async ({ fields, pictures }: { fields: ProfileFields; pictures: Pictures }) => {
      const [avatar, header] = await Promise.all([
        pictures.avatar && upload(pictures.avatar),
        pictures.header_image && upload(pictures.header_image),
      ])
      return update.mutateAsync({
        ...fields,
        ...(avatar && { avatar: avatar.id }),
        ...(header && { header_image: header.id }),
      })
    },
    toasts: {
      loading: t('profile:toasts.updating'),
      success: t('profile:toasts.updated'),
      error: t('profile:toasts.updateError'),
      preferServerError: true,
    },
  })
}
