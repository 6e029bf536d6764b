import type { User } from '@verso/protocol/users'
import { Heart } from 'lucide-react'
import { sessionKind } from '../../../api/session.ts'
import { useFollow } from '../../../api/nfts/social.ts'
import { t } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/overlays/toast.ts'

/** "add to favorite" (docs/rules.md R34): follows the profile. */
export function FollowButton({ user }: { user: User }) {
  const { mutate } = useFollow()
  const isOn = user.is_following ?? false
  const toggle = () => {
    if (sessionKind() !== 'member') void toast.error(t('buy.signIn'))
    else mutate({ id: user.id, isOn: !isOn })
  }
  return (
    <Button variant="plain" onClick={toggle}>
      <Heart size={17} fill={isOn ? 'currentColor' : 'none'} className={isOn ? 'text-bad' : ''} aria-hidden />
      {t(isOn ? 'profile:page.unfollow' : 'profile:page.follow')}
    </Button>
  )
}
