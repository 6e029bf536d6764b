import { z } from 'zod'

/** Control characters, and those that turn the direction of a line: they let a name pass for another one. */
const HIDDEN_CHARACTERS = /[\p{Cc}\p{Bidi_Control}]/u
/** Zero-width characters belong into some scripts and emoji, but alone they show nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Z}]/gu
const isReadable = (text: string) =>
  !HIDDEN_CHARACTERS.test(text) && (text === '' || text.replace(INVISIBLE, '') !== '')

/** A name or another short line of text that others see. */
export const plainName = (maxLength: number) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? 'Required' : 'Invalid value') })
    .trim()
    .max(maxLength, 'Too long')
    .refine(isReadable, 'Invalid characters')
export const requiredName = (maxLength: number) => plainName(maxLength).min(1, 'Required')
