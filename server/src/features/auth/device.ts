import type { FastifyRequest } from 'fastify'
import type { Device } from './open-session.ts'

/** The caller's browser and network address, as its session will show them. */
export const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? '',
  address: request.ip,
})
