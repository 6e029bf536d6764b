import type { MediaTaskName } from '../../gateways/media/media-tasks.ts'

/** The messages to and from the child process. */
export type MediaRequest = { task: MediaTaskName; input: unknown; cpuMs?: number }
export type MediaAnswer = { value: unknown } | { error: { message: string; code?: string; fields?: unknown } }
