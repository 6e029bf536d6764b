import type { Nft } from '@verso/protocol/nfts'
import { Heart, Star } from 'lucide-react'
import { sessionKind } from '../../../../api/session.ts'
import { useBookmarkNft } from '../../../../api/nfts/social.ts'
import { t } from '../../../../lib/i18n.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/overlays/toast.ts'

function useToggle(bookmark: 'favourite' | 'wishlist', nft: Nft, isOn: boolean) {
  const { mutate } = useBookmarkNft(bookmark)
  return () => {
    if (sessionKind() !== 'member') void toast.error(t('buy.signIn'))
    else mutate({ id: nft.id, isOn: !isOn })
  }
}

export function FavouriteButton({ nft }: { nft: Nft }) {
  const isOn = nft.is_favourite ?? false
  const toggle = useToggle('favourite', nft, isOn)
  return (
    <IconButton label={t('nft.favourite')} aria-pressed={isOn} onClick={toggle}>
      <Heart size={20} fill={isOn ? 'currentColor' : 'none'} className={isOn ? 'text-bad' : ''} aria-hidden />
    </IconButton>
  )
}

export function WishlistButton({ nft, size = 'lg' }: { nft: Nft; size?: 'md' | 'lg' }) {
  const isOn = nft.is_wishlisted ?? false
  const toggle = useToggle('wishlist', nft, isOn)
  return (
    <Button variant="plain" size={size} onClick={toggle}>
      <Star size={18} fill={isOn ? 'currentColor' : 'none'} className={isOn ? 'text-accent-text' : ''} aria-hidden />
      {t(isOn ? 'nft.wishlist.remove' : 'nft.wishlist.add')}
    </Button>
  )
}
