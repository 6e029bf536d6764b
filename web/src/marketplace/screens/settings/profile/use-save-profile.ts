import { useUpdateMe } from '../../../../api/users.ts'
import { t } from '../../../../lib/i18n.ts'
import { useToastedMutation } from '../../../../lib/use-toasted-mutation.ts'
import type { ProfileChanges } from './profile-schema.ts'

/** Pictures that were chosen but not saved yet. */
export type Pictures = { avatar?: File; header_image?: File }

/** Few visits change a picture: its upload comes with the first. */
const upload = async (file?: File) =>
  file && (await import('../../../pictures/upload-profile-picture.ts')).uploadProfilePicture(file)

/** Uploads the chosen pictures, then writes the profile with their ids. */
export function useSaveProfile() {
  const update = useUpdateMe()
  return useToastedMutation({
    mutationFn: async ({ fields, pictures }: { fields: ProfileChanges; pictures: Pictures }) => {
      const [avatar, header_image] = await Promise.all([upload(pictures.avatar), upload(pictures.header_image)])
      return update.mutateAsync({ ...fields, avatar, header_image })
    },
    toasts: {
      loading: t('profile:toasts.updating'),
      success: t('profile:toasts.updated'),
      error: t('profile:toasts.updateError'),
      preferServerError: true,
    },
  })
}
