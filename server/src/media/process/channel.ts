import type { MediaTaskName } from '../../gateways/media/media-tasks.ts'

/** What goes over the channel to the child process, and what comes back. */
export type MediaRequest = { task: MediaTaskName; input: unknown }
export type MediaAnswer = { value: unknown } | { error: { message: string; code?: string; fields?: unknown } }
