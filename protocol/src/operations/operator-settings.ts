import { z } from 'zod'

const SENTENCE_MAX_LENGTH = 500
const sentence = z.string().trim().max(SENTENCE_MAX_LENGTH, 'Too long')
/** Null or "" ends it. */
const clearableSentence = sentence.transform((text) => text || null).nullable()
/** The settings that an operator changes without a restart. */
export const operatorSettings = z.object({
  platform_fee_bps: z.number().int(),
  buying_stopped: z.string().nullable(),
  creating_stopped: z.string().nullable(),
  maintenance: z.string().nullable(),
  banner: z.string().nullable(),
})
export const operatorSettingsBody = z.object({
  platform_fee_bps: z
    .number({ error: 'Required' })
    .int('Invalid format')
    .min(0, 'Value should be greater than 0')
    .max(10_000, 'Value should be at most 10000')
    .optional(),
  buying_stopped: clearableSentence.optional(),
  creating_stopped: clearableSentence.optional(),
  maintenance: clearableSentence.optional(),
  banner: clearableSentence.optional(),
})

export type OperatorSettings = z.infer<typeof operatorSettings>
export type OperatorSettingsBody = z.input<typeof operatorSettingsBody>
