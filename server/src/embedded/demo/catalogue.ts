import type { LiveChain } from '@verso/protocol/chains'
import type { StyleName } from './art/draw-artwork.ts'

export type DemoMember = {
  email: string
  firstName: string
  lastName: string
  displayName: string
  occupation: string
  bio: string
  isAdmin?: boolean
}

const bio = (first: string) =>
  `${first} The drawings start as a few lines of code with a fixed seed, are looked at for weeks, and only the ones that still surprise after that are kept. Everything shown here was rendered once, in full size, and stored with its source.`

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
    firstName: 'Ana',
    lastName: 'Duarte',
    displayName: 'Ana Duarte',
    occupation: 'Architect',
    bio: bio(
      'Ana builds towns in isometric view, mostly to find out how little is needed before a block looks like a home.',
    ),
  },
  {
    email: 'mei@demo.test',
    firstName: 'Mei',
    lastName: 'Tan',
    displayName: 'Mei Tan',
    occupation: 'Photographer',
    bio: bio(
      'Mei photographed ridges for ten years before she began to draw them, and still starts every picture with the light.',
    ),
  },
  {
    email: 'tomas@demo.test',
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
export type DemoWork = {
  name: string
  description: string
  creator: number
  style: StyleName
  palette: number
  category: number
  chain: LiveChain
  royalty: number
  sales: readonly number[]
  priceCents: number | null
  isApproved: boolean
}

const ART = 1
const PHOTOGRAPHY = 2
const MUSIC = 3
const VIDEO = 4
const THREE_D = 5
const COLLECTIBLES = 6
const GAMING = 7
const SPORTS = 8

type Row = [
  name: string,
  creator: number,
  style: StyleName,
  palette: number,
  category: number,
  price: number | null,
  sales: number[],
  description: string,
]
const ROWS: Row[] = [
  [
    'Operator',
    0,
    'portrait',
    0,
    COLLECTIBLES,
    198_50,
    [120_00, 145_00, 171_50],
    'She keeps the switchboard of a city that went quiet. Twenty-four squares a side, four colours and one visor that reflects nothing.',
  ],
  [
    'Night Bloom',
    1,
    'petals',
    3,
    ART,
    269_50,
    [86_00, 110_50, 102_00, 166_50, 148_00, 218_30],
    'A dahlia drawn by five nested rotations. Each ring opens at a slightly different speed, so the flower never quite repeats itself.',
  ],
  [
    'Stack Theory',
    2,
    'blocks',
    8,
    THREE_D,
    106_50,
    [64_00, 88_00],
    'How many boxes until it is a town? This one stopped at a hundred and forty-one, when the first street appeared.',
  ],
  [
    'Far Ridge',
    3,
    'dunes',
    10,
    PHOTOGRAPHY,
    32_50,
    [18_00, 24_50],
    'The last light on the seventh ridge, from memory. The stripes are the heat above the plain at six in the evening.',
  ],
  [
    'Vinyl Echo',
    4,
    'rings',
    1,
    MUSIC,
    54_00,
    [30_00, 41_00, 38_50],
    'Side B of a record that was never pressed. Four voices, twenty-two bars each, drawn as the needle would feel them.',
  ],
  [
    'Undertow',
    5,
    'flow',
    7,
    ART,
    72_00,
    [40_00, 55_00],
    'Four hundred and twenty strokes follow one current. None of them knows about the others.',
  ],
  [
    'Quiet Planet',
    3,
    'aurora',
    2,
    VIDEO,
    145_00,
    [90_00, 120_00],
    'A ball of glass, a green room and very little else. It was meant as a study of light and became a portrait of silence.',
  ],
  [
    'Terracotta Yard',
    2,
    'blocks',
    1,
    GAMING,
    88_00,
    [52_00],
    'A courtyard you may enter from any side and leave from none. Best seen with the sound of rain.',
  ],
  [
    'Glacier Flower',
    1,
    'petals',
    8,
    ART,
    94_00,
    [60_00, 77_00],
    'The same dahlia, twelve hours later and forty degrees colder.',
  ],
  [
    'Evening Broadcast',
    4,
    'dunes',
    3,
    MUSIC,
    48_00,
    [22_00, 36_00],
    'The hills between two radio masts, in the minutes when both stations fade into each other.',
  ],
  [
    'Clerk of Works',
    0,
    'portrait',
    1,
    COLLECTIBLES,
    61_00,
    [45_00],
    'He has counted every square of himself and found them all in order.',
  ],
  [
    'Floor for a Small Chapel',
    5,
    'tiles',
    6,
    ART,
    119_00,
    [70_00, 82_50, 99_00],
    'Thirty-six tiles of five kinds, each turned until it stopped arguing with its neighbours.',
  ],
  [
    'Soft Launch',
    3,
    'aurora',
    9,
    VIDEO,
    210_00,
    [130_00],
    'Something leaves the ground without a sound. The shadow stays a moment longer than it should.',
  ],
  ['Delta', 5, 'flow', 3, ART, 83_00, [50_00, 66_00], 'A river seen from far enough that it becomes a decision.'],
  [
    'Orchid Engine',
    1,
    'petals',
    10,
    ART,
    76_50,
    [58_00],
    'Brass, copper and a slow clockwork of petals. It runs on patience.',
  ],
  [
    'Harbour Blocks',
    2,
    'blocks',
    4,
    THREE_D,
    99_00,
    [],
    'Containers at noon, stacked by somebody with a sense of humour.',
  ],
  [
    'Long Player',
    4,
    'rings',
    8,
    MUSIC,
    67_00,
    [44_00, 49_00],
    'A slow piece for four turntables. The white ring is where the audience held its breath.',
  ],
  ['Goalkeeper', 0, 'portrait', 8, SPORTS, 39_00, [25_00], 'Ninety minutes of nothing, and then everything at once.'],
  [
    'Municipal Pool',
    5,
    'tiles',
    11,
    SPORTS,
    57_00,
    [35_00, 42_00],
    'The floor of the deep end, lane four, as remembered by a tired swimmer.',
  ],
  [
    'Plain of Salt',
    3,
    'dunes',
    7,
    PHOTOGRAPHY,
    128_00,
    [80_00, 97_00],
    'No wind, no birds, no track. The camera was the only warm thing for a day in every direction.',
  ],
  ['Reactor Garden', 1, 'petals', 5, GAMING, 143_00, [101_00], 'It grows towards power. Do not water.'],
  [
    'Sodium Street',
    2,
    'blocks',
    10,
    GAMING,
    74_00,
    [],
    'The only lit windows belong to people who are also drawing windows.',
  ],
  [
    'Interference',
    4,
    'rings',
    2,
    MUSIC,
    52_00,
    [31_00],
    'Two pieces played in the same room by people who would not look at each other.',
  ],
  [
    'Ink Weather',
    5,
    'flow',
    0,
    ART,
    91_00,
    [62_00, 75_00],
    'A storm front of indigo and rose, moving from left to right at the speed of drying ink.',
  ],
  [
    'Marble, Turning',
    3,
    'aurora',
    7,
    THREE_D,
    160_00,
    [112_00, 134_00],
    'A polished stone in a grey studio. It took eleven renders to make it look unlit.',
  ],
  [
    'The Understudy',
    0,
    'portrait',
    3,
    COLLECTIBLES,
    82_00,
    [50_00, 68_00],
    'She knows every line and has never been on. Tonight, perhaps.',
  ],
  ['Kite Season', 5, 'tiles', 8, ART, 64_00, [], 'Sixty-four kites over a flat roof, just before the strings cross.'],
  [
    'Second Sunrise',
    3,
    'dunes',
    0,
    PHOTOGRAPHY,
    115_00,
    [74_00],
    'Taken from a moving train, in the ten seconds between two tunnels.',
  ],
  [
    'Metronome',
    4,
    'rings',
    10,
    MUSIC,
    45_00,
    [28_00, 33_00],
    'A hundred and eight beats a minute for exactly one minute, and the silence after it.',
  ],
  ['Reef', 1, 'petals', 2, ART, 68_50, [], 'Not a flower. Look again at the way it closes.'],
  ['Toll Plaza', 2, 'blocks', 9, GAMING, 97_00, [71_00], 'Everyone is on their way to somewhere pinker.'],
  [
    'Coach',
    0,
    'portrait',
    10,
    SPORTS,
    36_00,
    [21_00],
    'He has said the same four words since 1994, and they still work.',
  ],
  [
    'Low Tide, No Moon',
    3,
    'aurora',
    3,
    VIDEO,
    137_00,
    [95_00],
    'The lamp of a boat that turned out to be nearer than anyone thought.',
  ],
  [
    'Fault Lines',
    5,
    'flow',
    10,
    ART,
    79_00,
    [],
    'Pressure, drawn as it would like to be drawn: everywhere at once, and very calmly.',
  ],
  [
    'Pattern for a Raincoat',
    5,
    'tiles',
    4,
    COLLECTIBLES,
    44_00,
    [29_00],
    'Made for a shop that closed before the rain came.',
  ],
  [
    'Quartet in Red',
    4,
    'rings',
    6,
    MUSIC,
    88_50,
    [54_00, 60_00],
    'Written in a week, rehearsed for a year, played once. The gaps are where somebody laughed.',
  ],
  [
    'Field Notes',
    3,
    'dunes',
    2,
    PHOTOGRAPHY,
    null,
    [26_00],
    'A notebook page that got out of hand: seven greens, one sun and the word «later».',
  ],
  [
    'Self, Pixelated',
    0,
    'portrait',
    5,
    COLLECTIBLES,
    null,
    [],
    'The studio mirror at twenty-four squares a side. It stays with its maker for now.',
  ],
  [
    'Wisteria Protocol',
    1,
    'petals',
    0,
    ART,
    58_00,
    [],
    'Fresh from the press and waiting to be looked at by the people who decide what hangs in the hall.',
  ],
  ['Night Market', 2, 'blocks', 0, GAMING, 71_00, [], 'Stalls, lanterns, stairs. Whoever finds the cat may keep it.'],
]

/** The last two wait for approval, so that the moderation queue has something in it. */
const UNAPPROVED = 2

export const DEMO_WORKS: readonly DemoWork[] = ROWS.map(
  ([name, creator, style, palette, category, priceCents, sales, description], index) => ({
    name,
    description,
    creator,
    style,
    palette,
    category,
    chain: index % 5 === 2 ? 'ETH' : 'POLYGON',
    royalty: [5, 7.5, 10, 2.5][index % 4] ?? 5,
    sales,
    priceCents,
    isApproved: index < ROWS.length - UNAPPROVED,
  }),
)
