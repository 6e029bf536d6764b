import { addressOf } from '@verso/protocol/pages/pages'
import { Camera, Image, Pencil, UserPen } from 'lucide-react'
import { useUpdateMe } from '../../../api/users.ts'
import { t } from '../../../lib/i18n.ts'
import { useToastedMutation } from '../../../lib/use-toasted-mutation.ts'
import { IconButton } from '../../../ui/button.tsx'
import { pickImage } from '../../../ui/fields/image-picker.tsx'
import { Link } from '../../../ui/link.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'

type Picture = 'avatar' | 'header_image'

const PICKERS = {
  avatar: { title: t('profile:page.changePicture'), hint: t('profile:page.pictureHint') },
  header_image: { title: t('profile:page.changeCover'), hint: t('profile:page.coverHint') },
} as const

/** Asks for a picture, uploads it and puts it on the profile at once. */
function useChangePicture() {
  const update = useUpdateMe()
  const change = useToastedMutation({
    mutationFn: async ({ picture, file }: { picture: Picture; file: File }) => {
      const { uploadProfilePicture } = await import('../../pictures/upload-profile-picture.ts')
      return update.mutateAsync({ [picture]: await uploadProfilePicture(file) })
    },
    toasts: {
      loading: t('profile:toasts.updating'),
      success: t('profile:toasts.updated'),
      error: t('profile:toasts.updateError'),
      preferServerError: true,
    },
  })
  return async (picture: Picture) => {
    const file = await pickImage(PICKERS[picture])
    if (file) change.mutate({ picture, file })
  }
}

export function PictureButton({ picture }: { picture: Picture }) {
  const change = useChangePicture()
  const place = picture === 'avatar' ? 'right-0 bottom-0' : 'right-4 bottom-4 md:right-8'
  return (
    <IconButton
      label={PICKERS[picture].title}
      className={`absolute ${place} rounded-full! bg-s3! text-fg! shadow-(--shadow-pop)`}
      onClick={() => void change(picture)}
    >
      <Camera size={18} aria-hidden />
    </IconButton>
  )
}

export function EditMenu() {
  const change = useChangePicture()
  return (
    <Menu
      label={t('profile:page.edit')}
      trigger={
        <>
          <UserPen size={17} aria-hidden />
          {t('profile:page.edit')}
        </>
      }
      triggerClassName="btn btn-plain inline-flex! h-11! w-auto! rounded-md!"
    >
      <Link to={addressOf('settingsTab', { tab: 'profile' })}>
        <Pencil size={16} aria-hidden />
        {t('profile:page.editTexts')}
      </Link>
      <button type="button" onClick={() => void change('avatar')}>
        <Camera size={16} aria-hidden />
        {PICKERS.avatar.title}
      </button>
      <button type="button" onClick={() => void change('header_image')}>
        <Image size={16} aria-hidden />
        {PICKERS.header_image.title}
      </button>
    </Menu>
  )
}
