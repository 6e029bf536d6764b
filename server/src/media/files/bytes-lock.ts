// Any constant will do; it only has to be the same in every process of ours.
/** Shared by what deletes the bytes of files; held alone by a backup, which reads them. */
export const BYTES_LOCK = 7_305_003
