import { createDice, type Dice, type Drawing, ground, type Palette } from './canvas.ts'
import { flow, petals } from './landscapes.ts'
import { paletteOf } from './palettes.ts'
import { blocks, portrait, rings, tiles } from './patterns.ts'

const HEAD =
  'M400 120c92 0 150 70 150 168 0 70-28 128-62 160v62c70 22 190 52 226 290H86c36-238 156-268 226-290v-62c-34-32-62-90-62-160 0-98 58-168 150-168z'

/** An outline, filled with what its owner draws. */
const outlined = ({ defs = '', body }: Drawing, behind: string): Drawing => ({
  defs: `${defs}<clipPath id="head"><path d="${HEAD}"/></clipPath>`,
  body: `${ground(behind)}<g clip-path="url(#head)">${body}</g>`,
})

/** The artist of flowers has one for a head. */
function flowerHead(dice: Dice, palette: Palette): Drawing {
  const { defs = '', body } = petals(dice, palette)
  const flower = body.slice(body.indexOf('<g'))
  return {
    defs,
    body: `${ground(palette[4])}<path d="${HEAD}" fill="${palette[0]}"/><g transform="translate(400 300) scale(.86) translate(-400 -400)">${flower}</g>`,
  }
}

/** A row of heads. */
function heads(dice: Dice): Drawing {
  const all = [1, 3, 8].map((palette, index) => {
    const { defs = '', body } = portrait(dice, paletteOf(palette))
    const own = (text: string) => text.replaceAll('sky', `sky${index}`)
    return {
      defs: own(defs),
      body: `<g transform="translate(${(index * 800) / 3} 266.7) scale(.3334)">${own(body)}</g>`,
    }
  })
  return { defs: all.map((one) => one.defs).join(''), body: all.map((one) => one.body).join('') }
}

function garden(dice: Dice, palette: Palette): Drawing {
  const flowers = [
    [120, 420, 0.36],
    [300, 340, 0.2],
    [440, 430, 0.42],
    [600, 350, 0.24],
    [720, 430, 0.34],
  ].map(([x, y, scale]) => {
    const { body } = petals(dice, palette)
    return `<g transform="translate(${x} ${y}) scale(${scale}) translate(-400 -400)">${body.slice(body.indexOf('<g'))}</g>`
  })
  return { defs: petals(dice, palette).defs ?? '', body: ground(palette[0]) + flowers.join('') }
}

type Person = { portrait: () => Drawing; cover: () => Drawing }
const dice = createDice

/** How each draws themselves, and what stands above their page; of a cover the middle third is seen. */
export const PEOPLE: Record<string, Person> = {
  nadia: { portrait: () => portrait(dice(4100), paletteOf(9)), cover: () => heads(dice(4101)) },
  kasun: { portrait: () => flowerHead(dice(4110), paletteOf(3)), cover: () => garden(dice(4111), paletteOf(3)) },
  ana: {
    portrait: () => outlined(blocks(dice(4120), paletteOf(8)), '#f3a712'),
    cover: () => blocks(dice(4121), paletteOf(1)),
  },
  tomas: {
    portrait: () => outlined(rings(dice(4130), paletteOf(6)), '#a9dcc0'),
    cover: () => rings(dice(4131), paletteOf(8)),
  },
  ilya: {
    portrait: () => outlined(flow(dice(4140), paletteOf(0)), '#f2b183'),
    cover: () => tiles(dice(4141), paletteOf(6)),
  },
}
