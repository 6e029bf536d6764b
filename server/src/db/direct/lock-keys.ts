/** PostgreSQL's advisory locks of ours: any number will do, if it is the same in every process and no other lock's. */
export const LOCK_KEYS = {
  migration: 7_305_001,
  /** Of the sandbox's own schema, while it is made. */
  sandbox: 7_305_002,
  /** Shared by what deletes the bytes of files; held alone by a backup, which reads them. */
  bytes: 7_305_003,
  /** Held by the worker that leads, as long as it does. */
  leader: 7_305_004,
} as const
