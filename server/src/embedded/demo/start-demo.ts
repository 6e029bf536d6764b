import type { Context } from '../../context.ts'
import { makeVariantsJob } from '../../media/variants/jobs.ts'
import type { Progress } from '../progress.ts'
import { addLooks } from './add-looks.ts'
import { addMembers } from './add-members.ts'
import { addNfts } from './add-nfts.ts'
import { DEMO_DEVICE } from './demo-client.ts'
import { fundMembers } from './fund-members.ts'
import { spreadOverTime } from './spread-over-time.ts'
import { createWatch } from './watch.ts'

const DONE = 'demoContent'

/**
 * Makes the demo content at the first start, through the product's own API and jobs: nothing in it is faked, and what
 * was cut short is continued by the next start.
 * @returns whether the demo's members are there
 */
export async function startDemo(ctx: Context, progress: Progress): Promise<boolean> {
  if (await ctx.db.selectFrom('settings').select('key').where('key', '=', DONE).executeTakeFirst()) return true
  if (ctx.config.role !== 'all' || (await hasOtherMembers(ctx))) return false
  await ctx.jobs.without(makeVariantsJob, () => makeDemo(ctx, progress))
  return true
}

/** The smaller copies of its pictures, but for those of the cards, are made after it: they would fill a core. */
async function makeDemo(ctx: Context, progress: Progress): Promise<void> {
  const members = await addMembers(ctx)
  const funded = fundMembers(ctx, members)
  const [nftIds] = await Promise.all([
    addNfts(ctx, { members, funded, progress }),
    addLooks(ctx, members),
    funded.then(() => progress.step('Demo members, wallets and credits made')),
  ])
  await spreadOverTime(ctx, nftIds)
  progress.step('Demo sales made')
  await createWatch(async () => new Map([[DONE, await isAllTold(ctx)]]))('the mails of the demo', DONE, Boolean)
  // The letters of the demo would bury the first real one in the outbox.
  await ctx.db.deleteFrom('messages').where('status', '=', 'SENT').execute()
  await ctx.db.deleteFrom('sessions').where('user_agent', '=', DEMO_DEVICE).execute()
  await ctx.db.insertInto('settings').values({ key: DONE, value: 'true', updated_at: ctx.clock.now() }).execute()
}

/** Its events are handled, and the mails that follow from them are sent or tried. */
async function isAllTold({ db }: Context): Promise<boolean> {
  const event = await db.selectFrom('event_deliveries').select('event_id').limit(1).executeTakeFirst()
  const mail = db.selectFrom('messages').select('id').where('status', '=', 'WAITING').where('attempts', '=', 0)
  return !event && !(await mail.executeTakeFirst())
}

/** A database that people already use never gets demo content. */
async function hasOtherMembers(ctx: Context): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', 'not like', '%@demo.test')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
