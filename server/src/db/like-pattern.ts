/** Escapes what LIKE reads as a wildcard. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
