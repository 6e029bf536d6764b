import { OTP_RETRY_SECONDS } from '@verso/protocol/limits'
import type { Context } from '../../context.ts'
import { viewerOf } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { route } from '../../http/route.ts'
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

export function verificationRoutes(app: App, ctx: Context): void {
  emailRoutes(app, ctx)
  mobileRoutes(app, ctx)
  secondFactorRoutes(app, ctx)
}

function emailRoutes(app: App, ctx: Context): void {
  route(app, 'GET /api/auth/verify/email/', async (request) => {
    await verifyEmail(ctx, request.query.token)
    return { data: { verified: true as const } }
  })
  route(app, 'POST /api/auth/verify/resend-email/', async (request) => {
    const { email: address, token = '' } = request.body
    const email = address ?? (await emailOfLink(ctx, token))
    await resendEmail(ctx, { email, address: request.ip, site: mailSiteOf(ctx) })
    return { data: { sent: true as const } }
  })
}

const presentSent = (phone: string) => ({ data: { phone: maskPhone(phone), retry_after: OTP_RETRY_SECONDS } })

function mobileRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/auth/verify/resend-mobile/', async (request) => {
    const input = { viewer: viewerOf(request), phone: request.body?.phone, address: request.ip }
    return presentSent(await sendMobileCode(ctx, input))
  })
  route(app, 'POST /api/auth/verify/mobile/', async (request) => {
    const site = mailSiteOf(ctx)
    const input = { viewer: viewerOf(request), code: request.body.token, site, device: deviceOf(request) }
    await verifyMobile(ctx, input)
    return { data: { reg_status: 'VERIFIED' as const } }
  })
}

function secondFactorRoutes(app: App, ctx: Context): void {
  route(app, 'POST /api/auth/verify/otp/', async (request) => {
    const input = { viewer: viewerOf(request), otp: request.body.otp, device: deviceOf(request) }
    return { data: await verifyOtp(ctx, input) }
  })
  route(app, 'POST /api/auth/verify/step-up/send/', async (request) =>
    presentSent(await sendStepUpCode(ctx, { viewer: viewerOf(request), address: request.ip })),
  )
  route(app, 'POST /api/auth/verify/step-up/', async (request) => {
    await stepUp(ctx, { viewer: viewerOf(request), otp: request.body.otp, device: deviceOf(request) })
    return { data: { confirmed: true as const } }
  })
}
