import type { Me } from '@verso/protocol/users'
import { Camera } from 'lucide-react'
import { t } from '../../../../lib/i18n.ts'
import { initialsOf } from '../../../../lib/initials.ts'
import { useObjectUrl } from '../../../../lib/browser/use-object-url.ts'
import { whenLoaded } from '../../../../lib/when-loaded.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { Pictures } from './use-save-profile.ts'

type ProfilePicturesProps = { me: Me; pictures: Pictures; onChange: (pictures: Pictures) => void }

/** The cover with the profile picture on its edge, as the profile shows them. */
export function ProfilePictures({ me, pictures, onChange }: ProfilePicturesProps) {
  const avatarUrl = useObjectUrl(pictures.avatar) ?? me.avatar_url
  const coverUrl = useObjectUrl(pictures.header_image) ?? me.header_image_url
  const choose = (picture: keyof Pictures, title: string, hint: string) =>
    whenLoaded(
      () => import('../../../../ui/fields/image-picker.tsx'),
      async ({ pickImage }) => {
        const file = await pickImage({ title, hint })
        if (file) onChange({ ...pictures, [picture]: file })
      },
    )
  return (
    <div>
      <div className="relative h-32 overflow-hidden rounded-lg bg-s2 sm:h-40">
        {coverUrl && <img src={coverUrl} alt="" className="size-full object-cover" />}
        <Button
          variant="plain"
          size="sm"
          className="absolute top-3 right-3 h-11!"
          onClick={() => choose('header_image', t('profile:form.cover'), t('profile:form.coverHint'))}
        >
          <Camera size={16} aria-hidden />
          {t('profile:form.changeCover')}
        </Button>
      </div>
      <div className="-mt-9 flex flex-wrap items-end gap-x-4 gap-y-2 px-4">
        <Avatar
          id={me.id}
          initials={initialsOf(me)}
          src={avatarUrl}
          size={84}
          className="relative shadow-[0_0_0_4px_var(--s1)]"
        />
        <Button
          variant="plain"
          size="sm"
          className="h-11!"
          onClick={() => choose('avatar', t('profile:form.picture'), t('profile:form.pictureHint'))}
        >
          <Camera size={16} aria-hidden />
          {t('profile:form.changePicture')}
        </Button>
      </div>
    </div>
  )
}
