import { join } from 'node:path'
import type { Context } from '../../context.ts'

export const quarantineFolder = (ctx: Context) => join(ctx.config.dataDir, 'quarantine')
