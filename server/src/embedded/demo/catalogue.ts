import { readFileSync } from 'node:fs'
import type { Chain } from '@verso/protocol/chains'

export type DemoMember = {
  email: string
  firstName: string
  lastName: string
  displayName: string
  occupation: string
  bio: string
  /** The name of their portrait and cover in the folder `media`. */
  look?: string
  isAdmin?: boolean
}

const bio = (first: string, how = DRAWN) => `${first} ${how}`
const DRAWN =
  'The drawings start as a few lines of code with a fixed seed, are looked at for weeks, and only the ones that still surprise after that are kept. Everything shown here was rendered once, in full size, and stored with its source.'
const PHOTOGRAPHED =
  'Nobody has ever stood where these pictures were taken: land, weather and lens are computed, one grain of film after the other, and what is wrong with the light is left in. Everything shown here was exposed once and stored with its source.'

/** The admin, six creators and three collectors; the first creator and the first collector are the demo logins. */
export const DEMO_ADMIN: DemoMember = {
  email: 'admin@demo.test',
  firstName: 'Iris',
  lastName: 'Vale',
  displayName: 'Iris Vale',
  occupation: 'Operator',
  bio: '',
  isAdmin: true,
}
export const DEMO_CREATORS: readonly DemoMember[] = [
  {
    email: 'creator@demo.test',
    look: 'nadia',
    firstName: 'Nadia',
    lastName: 'Perera',
    displayName: 'Nadia Perera',
    occupation: 'Generative artist',
    bio: bio(
      'Nadia draws portraits that fit on a grid of twenty-four squares, from a studio above a print shop in Colombo.',
    ),
  },
  {
    email: 'kasun@demo.test',
    look: 'kasun',
    firstName: 'Kasun',
    lastName: 'Silva',
    displayName: 'Kasun Silva',
    occupation: 'Illustrator',
    bio: bio(
      'Kasun grows flowers that no garden has, one rotation at a time, and prints the best of them on cotton paper.',
    ),
  },
  {
    email: 'ana@demo.test',
    look: 'ana',
    firstName: 'Ana',
    lastName: 'Duarte',
    displayName: 'Ana Duarte',
    occupation: 'Architect',
    bio: bio(
      'Ana builds towns in isometric view, and glass and glazed stone to put into them, mostly to find out how little is needed before a block looks like a home.',
    ),
  },
  {
    email: 'mei@demo.test',
    look: 'mei',
    firstName: 'Mei',
    lastName: 'Tan',
    displayName: 'Mei Tan',
    occupation: 'Photographer',
    bio: bio(
      'Mei photographed ridges for ten years before she began to make them, and still starts every picture with the light.',
      PHOTOGRAPHED,
    ),
  },
  {
    email: 'tomas@demo.test',
    look: 'tomas',
    firstName: 'Tomás',
    lastName: 'Rey',
    displayName: 'Tomás Rey',
    occupation: 'Musician',
    bio: bio(
      'Tomás turns rhythm into circles: each ring is a bar, each gap a rest, each colour a voice of the piece it came from.',
    ),
  },
  {
    email: 'ilya@demo.test',
    look: 'ilya',
    firstName: 'Ilya',
    lastName: 'Sorin',
    displayName: 'Ilya Sorin',
    occupation: 'Designer',
    bio: bio(
      'Ilya follows currents that are not there and lays floors that never repeat, and calls both of them maps of a mood.',
    ),
  },
]
export const DEMO_COLLECTORS: readonly DemoMember[] = [
  {
    email: 'buyer@demo.test',
    firstName: 'Sam',
    lastName: 'Okafor',
    displayName: 'Sam Okafor',
    occupation: 'Collector',
    bio: '',
  },
  {
    email: 'lena@demo.test',
    firstName: 'Lena',
    lastName: 'Brandt',
    displayName: 'Lena Brandt',
    occupation: 'Curator',
    bio: '',
  },
  {
    email: 'jonas@demo.test',
    firstName: 'Jonas',
    lastName: 'Weber',
    displayName: 'Jonas Weber',
    occupation: 'Collector',
    bio: '',
  },
]

/** `sales`: prices in cents at which it changed hands before; `priceCents`: what it is listed at now. */
export type DemoNft = {
  name: string
  description: string
  creator: number
  /** Of the folder `media`, where `scripts/demo-art` has put it. */
  picture: string
  /** A sound, model or video of that folder; its picture is then only the poster. */
  media?: string
  category: number
  /** Polygon where it is not available. */
  chain: Chain
  royalty: number
  sales: readonly number[]
  priceCents: number | null
  isApproved: boolean
}

/** The last two wait for approval, so that the moderation queue has something in it. */
export const DEMO_NFTS: readonly DemoNft[] = JSON.parse(readFileSync(new URL('./nfts.json', import.meta.url), 'utf8'))
