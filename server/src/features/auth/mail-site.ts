import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { urlsFor } from '../../http/urls.ts'
import type { MailSite } from '../messages/account-mails.ts'

/** Links in mails lead to the marketplace that the request came to. */
export const mailSiteOf = (ctx: Context, request: FastifyRequest): MailSite => ({
  origin: urlsFor(ctx, request).public,
  brand: ctx.config.brand,
})
