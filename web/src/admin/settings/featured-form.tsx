import type { ChosenFeatured } from '@verso/protocol/nfts/featured'
import { FEATURED_MAX } from '@verso/protocol/limits'
import { type FormEvent, useState } from 'react'
import { useChooseFeatured } from '../../api/admin/admin-featured.ts'
import { fieldErrors, formError } from '../../lib/forms/form-errors.ts'
import { t } from '../../lib/i18n.ts'
import { initialsOf, memberNameOf } from '../../lib/initials.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AddFeatured } from './add-featured.tsx'
import { FeaturedRows } from './featured-rows.tsx'

type NftOf = ChosenFeatured['nfts'][number]
type UserOf = ChosenFeatured['users'][number]

/** The works and artists that a visitor's Explore shows first; saved all together. */
export function FeaturedForm({ featured }: { featured: ChosenFeatured }) {
  const [nfts, setNfts] = useState(featured.nfts)
  const [users, setUsers] = useState(featured.users)
  const [failure, setFailure] = useState<string>()
  const choose = useChooseFeatured()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(undefined)
    try {
      await choose.mutateAsync({ nfts: nfts.map(idOf), users: users.map(idOf), updated_at: featured.updated_at })
    } catch (error) {
      setFailure(formError(error) ?? Object.values(fieldErrors(error))[0])
    }
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-5">
      <FeaturedRows
        title={t('admin:settings.featuredWorks')}
        rows={nfts.map((nft) => ({ id: nft.id, name: nft.name, picture: <NftPicture nft={nft} /> }))}
        notShownIds={featured.not_shown}
        arrange={(ids) => setNfts(inOrder(nfts, ids))}
      />
      <FeaturedRows
        title={t('admin:settings.featuredArtists')}
        rows={users.map((user) => ({ id: user.id, name: memberNameOf(user), picture: <ArtistPicture user={user} /> }))}
        notShownIds={featured.not_shown}
        arrange={(ids) => setUsers(inOrder(users, ids))}
      />
      <AddFeatured
        addNft={nfts.length < FEATURED_MAX ? (nft) => setNfts(withOne(nfts, nft)) : undefined}
        addUser={users.length < FEATURED_MAX ? (user) => setUsers(withOne(users, user)) : undefined}
      />
      <Notice>{failure}</Notice>
      <Button type="submit" isPending={choose.isPending} className="self-start px-8!">
        {t('admin:settings.save')}
      </Button>
    </form>
  )
}

const idOf = ({ id }: { id: string }): string => id

const inOrder = <T extends { id: string }>(all: T[], ids: string[]): T[] =>
  ids.flatMap((id) => all.find((one) => one.id === id) ?? [])

const withOne = <T extends { id: string }>(all: T[], added: T): T[] =>
  all.some(({ id }) => id === added.id) ? all : [...all, added]

const NftPicture = ({ nft }: { nft: NftOf }) => (
  <img src={nft.thumbnail_url} alt="" className="size-11 shrink-0 rounded-sm bg-s3 object-cover" loading="lazy" />
)

const ArtistPicture = ({ user }: { user: UserOf }) => (
  <Avatar id={user.id} initials={initialsOf(user)} src={user.avatar_url} size={44} />
)
