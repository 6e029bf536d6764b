import type { Context } from '../../context.ts'
import type { DemoMembers } from './add-members.ts'
import { DEMO_CREATORS } from './catalogue.ts'
import { inParallel } from './demo-client.ts'
import { uploadPicture } from './upload-media.ts'

/** Gives each creator the portrait and the cover of their own hand. */
export async function addLooks(ctx: Context, { creators }: DemoMembers): Promise<void> {
  await inParallel([...creators.entries()], 4, async ([index, creator]) => {
    const look = DEMO_CREATORS[index]?.look
    const { avatar } = await creator.call('GET', '/api/users/me/')
    if (!look || avatar) return
    await creator.call('PUT', '/api/users/me/', {
      avatar: await uploadPicture(ctx, creator, `${look}-portrait.webp`),
      header_image: await uploadPicture(ctx, creator, `${look}-cover.webp`),
    })
  })
}
