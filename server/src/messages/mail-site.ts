import type { MailSite } from './account-mails.ts'
import type { Context } from '../context.ts'
import { urlsFor } from '../http/urls.ts'

/** Links in mails lead to the marketplace. */
export const mailSiteOf = (ctx: Context): MailSite => ({ origin: urlsFor(ctx).public, brand: ctx.config.brand })
