import {
  codeSent,
  otpBody,
  resendEmailBody,
  resendMobileBody,
  tokenPair,
  verifyEmailQuery,
  verifyMobileBody,
} from '@verso/protocol/auth'
import { dataOf } from '@verso/protocol/envelope'
import { OTP_RETRY_SECONDS } from '@verso/protocol/limits'
import { REG_STATUSES } from '@verso/protocol/users'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { deviceOf } from '../../http/device.ts'
import { mailSiteOf } from '../../messages/mail-site.ts'
import { maskPhone } from '../codes/parse-phone.ts'
import { emailOfLink, resendEmail } from '../sign-up/resend-email.ts'
import { sendMobileCode } from '../sign-up/send-mobile-code.ts'
import { sendStepUpCode } from './send-step-up-code.ts'
import { stepUp } from './step-up.ts'
import { verifyEmail } from '../sign-up/verify-email.ts'
import { verifyMobile } from '../sign-up/verify-mobile.ts'
import { verifyOtp } from './verify-otp.ts'

const tags = ['verification']

export function verificationRoutes(app: App, ctx: Context): void {
  emailRoutes(app, ctx)
  mobileRoutes(app, ctx)
  secondFactorRoutes(app, ctx)
}

function emailRoutes(app: App, ctx: Context): void {
  app.get(
    '/api/auth/verify/email/',
    {
      config: { access: 'visitor' },
      schema: {
        tags,
        summary: 'Open the link of the verification mail',
        querystring: verifyEmailQuery,
        response: { 200: dataOf(z.object({ verified: z.literal(true) })) },
      },
    },
    async (request) => {
      await verifyEmail(ctx, request.query.token)
      return { data: { verified: true as const } }
    },
  )
  app.post(
    '/api/auth/verify/resend-email/',
    {
      config: { access: 'visitor' },
      schema: {
        tags,
        summary: 'Mail the verification link again',
        body: resendEmailBody,
        response: { 200: dataOf(z.object({ sent: z.literal(true) })) },
      },
    },
    async (request) => {
      const { email: address, token = '' } = request.body
      const email = address ?? (await emailOfLink(ctx, token))
      await resendEmail(ctx, { email, address: request.ip, site: mailSiteOf(ctx) })
      return { data: { sent: true as const } }
    },
  )
}

const presentSent = (phone: string) => ({ data: { phone: maskPhone(phone), retry_after: OTP_RETRY_SECONDS } })

function mobileRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/auth/verify/resend-mobile/',
    {
      config: { access: 'temporary' },
      schema: { tags, summary: 'Text a code', body: resendMobileBody, response: { 200: dataOf(codeSent) } },
    },
    async (request) => {
      const input = { viewer: viewerOf(request), phone: request.body?.phone, address: request.ip }
      return presentSent(await sendMobileCode(ctx, input))
    },
  )
  app.post(
    '/api/auth/verify/mobile/',
    {
      config: { access: 'temporary' },
      schema: {
        tags,
        summary: 'Verify the phone with its code',
        body: verifyMobileBody,
        response: { 200: dataOf(z.object({ reg_status: z.enum(REG_STATUSES) })) },
      },
    },
    async (request) => {
      const site = mailSiteOf(ctx)
      const input = { viewer: viewerOf(request), code: request.body.token, site, device: deviceOf(request) }
      await verifyMobile(ctx, input)
      return { data: { reg_status: 'VERIFIED' as const } }
    },
  )
}

function secondFactorRoutes(app: App, ctx: Context): void {
  app.post(
    '/api/auth/verify/otp/',
    {
      config: { access: 'temporary' },
      schema: { tags, summary: 'The second factor: a full pair', body: otpBody, response: { 200: dataOf(tokenPair) } },
    },
    async (request) => {
      const input = { viewer: viewerOf(request), otp: request.body.otp, device: deviceOf(request) }
      return { data: await verifyOtp(ctx, input) }
    },
  )
  app.post(
    '/api/auth/verify/step-up/send/',
    {
      config: { access: 'member' },
      schema: { tags, summary: 'Text a step-up code', response: { 200: dataOf(codeSent) } },
    },
    async (request) => presentSent(await sendStepUpCode(ctx, { viewer: viewerOf(request), address: request.ip })),
  )
  app.post(
    '/api/auth/verify/step-up/',
    {
      config: { access: 'member' },
      schema: {
        tags,
        summary: 'Confirm it is you',
        body: otpBody,
        response: { 200: dataOf(z.object({ confirmed: z.literal(true) })) },
      },
    },
    async (request) => {
      await stepUp(ctx, { viewer: viewerOf(request), otp: request.body.otp, device: deviceOf(request) })
      return { data: { confirmed: true as const } }
    },
  )
}
