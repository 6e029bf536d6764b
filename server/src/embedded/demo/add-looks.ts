import type { Context } from '../../context.ts'
import type { DemoMembers } from './add-members.ts'
import { DEMO_CREATORS } from './catalogue.ts'
import { createLimit, type DemoClient } from './demo-client.ts'
import { uploadPicture } from './upload-media.ts'

const UPLOADS_AT_ONCE = 1

/** Gives each creator the portrait and the cover of their own hand. */
export async function addLooks(ctx: Context, { creators }: DemoMembers): Promise<void> {
  const limit = createLimit(UPLOADS_AT_ONCE)
  const addLook = async (creator: DemoClient, look: string | undefined) => {
    const { avatar } = await creator.call('GET /api/users/me/')
    if (!look || avatar) return
    await creator.call('PUT /api/users/me/', {
      body: {
        avatar: await uploadPicture(ctx, creator, `${look}-portrait.webp`),
        header_image: await uploadPicture(ctx, creator, `${look}-cover.webp`),
      },
    })
  }
  await Promise.all(creators.map((creator, index) => limit(() => addLook(creator, DEMO_CREATORS[index]?.look))))
}
