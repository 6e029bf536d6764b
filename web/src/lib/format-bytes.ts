const MEGABYTE = 1024 ** 2

/** 5242880 → "5 MB" */
export const formatBytes = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / 1024)} kB` : `${Number((bytes / MEGABYTE).toFixed(1))} MB`
