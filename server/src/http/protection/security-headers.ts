import helmet from '@fastify/helmet'
import type { Context } from '../../context.ts'
import type { App } from '../app-type.ts'
import { paymentOrigin } from '../payment-origin.ts'
import { urlsFor } from '../urls.ts'

/**
 * The browser's rules for our pages (docs/invariants.md I30): scripts from ourselves or inline by hash, frames only of the
 * payment provider, media only from the media origin, and no site may frame us.
 */
export async function registerSecurityHeaders(
  app: App,
  ctx: Context,
  options: { inlineScriptHashes: string[] },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // On every port, by protectPort.
    strictTransportSecurity: false,
  })
  const scripts = ["'self'", "'wasm-unsafe-eval'", ...options.inlineScriptHashes].join(' ')
  // The nodes that "Verify it yourself" asks.
  const rpcUrls = Object.values(ctx.config.chains).flatMap(({ publicRpcUrl }) =>
    publicRpcUrl ? [new URL(publicRpcUrl).origin] : [],
  )
  app.addHook('onRequest', async (_request, reply) => {
    const urls = urlsFor(ctx)
    reply.header(
      'content-security-policy',
      [
        "default-src 'none'",
        `script-src ${scripts}`,
        "style-src 'self' 'unsafe-inline'",
        "font-src 'self'",
        `img-src 'self' data: blob: ${urls.media}`,
        `media-src 'self' blob: ${urls.media}`,
        `connect-src ${["'self'", 'blob:', urls.media, ...rpcUrls].join(' ')}`,
        `frame-src ${paymentOrigin(ctx, urls)}`,
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    )
  })
}
