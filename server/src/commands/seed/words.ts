import { type RawBuilder, sql } from 'kysely'

export const FIRST_NAMES =
  'Amara Bilal Camila Dilan Elif Farid Grace Hana Ivan Jaya Kofi Lena Mateo Nadia Omar Priya Quinn Rosa Sanjay Tove Uma Viktor Wanda Xia Yusuf Zoe'.split(
    ' ',
  )
export const LAST_NAMES =
  'Abe Berg Castro Dias Eriksen Fernando Gupta Haas Ito Jansen Kaya Lopez Moreau Nilsson Okafor Perera Qureshi Rossi Silva Tanaka Ueda Vargas Weber Xu Yilmaz Zhang'.split(
    ' ',
  )
export const OCCUPATIONS = [
  'Painter',
  'Photographer',
  'Illustrator',
  'Musician',
  'Collector',
  'Designer',
  'Curator',
  'Animator',
]
export const ADJECTIVES =
  'Amber Ancient Azure Broken Calm Crimson Distant Drifting Electric Endless Faded Folded Frozen Gilded Hidden Hollow Ivory Liquid Lucid Lunar Midnight Northern Opal Paper Quiet Restless Silver Slow Solar Tidal Velvet Wandering Wild Winter'.split(
    ' ',
  )
export const NOUNS =
  'Archive Atlas Aurora Bloom Bridge Canyon Cathedral Choir City Coast Comet Desert Dream Echo Ember Field Fjord Garden Glacier Harbour Horizon Island Lantern Library Meadow Mirror Monsoon Moth Orchard Portrait River Sonata Station Temple Tide Tower Valley Voyage'.split(
    ' ',
  )
export const SENTENCES = [
  'Drawn over one long winter and left unchanged since.',
  'Part of a series about places that exist only at a certain hour.',
  'The colours come from a photograph that was lost.',
  'Made with a pen plotter, scanned, and coloured by hand.',
  'A study of light on water, the ninth of twelve.',
  'For everyone who has waited for the last train.',
  'Every line is one minute of a day in March.',
  'Nothing in it is straight, although it looks so.',
]

/** One of these by chance, anew for each row. */
export const anyOf = (words: readonly string[], chance: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(${[...words]}::text[])[1 + floor(${chance} * ${words.length})::int]`
