import type { Config } from '../../config/config.ts'
import { createEmbeddedPinner } from './embedded-pinner.ts'
import { createKuboPinner } from './kubo-pinner.ts'
import type { Pinner } from './pinner.ts'
import { createPinningService } from './pinning-service.ts'

export function createPinner(config: Config): Pinner {
  const { kind, apiUrl = '', token } = config.ipfs
  if (kind === 'kubo') return createKuboPinner({ apiUrl, token })
  if (kind === 'pinning') return createPinningService({ apiUrl, token: token ?? '' })
  return createEmbeddedPinner()
}
