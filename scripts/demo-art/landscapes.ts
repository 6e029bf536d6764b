import { type Drawing, ground, gradient, ink, type Dice, type Palette, SIZE } from './canvas.ts'

/** A glowing ball over blurred lights. */
export function aurora(dice: Dice, palette: Palette): Drawing {
  const lights = Array.from({ length: 9 }, (_, i) => {
    const [x, y] = [dice.between(0, SIZE), dice.between(100, SIZE)]
    const [rx, ry] = [dice.between(90, 260), dice.between(70, 220)]
    return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${ink(palette, i)}" opacity="${dice.between(0.55, 0.95)}" transform="rotate(${dice.between(0, 180)} 400 400)"/>`
  })
  const [x, y, radius] = [dice.between(300, 500), dice.between(280, 420), dice.between(120, 190)]
  const shadow = `<ellipse cx="${x}" cy="${y + radius + 110}" rx="${radius * 0.8}" ry="22" fill="${palette[0]}" opacity=".45"/>`
  return {
    defs:
      '<filter id="blur" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="70"/></filter>' +
      `<radialGradient id="ball" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#fff"/><stop offset=".35" stop-color="${palette[4]}"/><stop offset=".75" stop-color="${palette[3]}"/><stop offset="1" stop-color="${palette[1]}"/></radialGradient>`,
    body: `${ground(palette[0])}<g filter="url(#blur)">${lights.join('')}</g>${shadow}<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#ball)"/>`,
  }
}

/** A striped sun behind seven ridges. */
export function dunes(dice: Dice, palette: Palette): Drawing {
  const [x, y, radius] = [dice.between(200, 600), dice.between(210, 330), dice.between(80, 130)]
  const stripes = Array.from(
    { length: 6 },
    (_, i) =>
      `<rect x="${x - radius - 20}" y="${y + radius * (0.15 + i * 0.18)}" width="${radius * 2 + 40}" height="${3 + i * 1.8}" fill="${palette[3]}"/>`,
  )
  const crests = [palette[3], palette[2], palette[2], palette[1], palette[1], palette[0], palette[0]]
  const defs = [
    gradient('sky', [
      [0, palette[1]],
      [0.55, palette[3]],
      [1, palette[4]],
    ]),
  ]
  const ridges = crests.map((crest, i) => {
    const [height, waves, shift] = [dice.between(18, 70), dice.between(0.004, 0.011), dice.between(0, 7)]
    const points = Array.from({ length: SIZE / 16 + 1 }, (_, step) => {
      const px = step * 16
      const py =
        380 + i * 62 + Math.sin(px * waves + shift) * height + Math.sin(px * waves * 2.3 + shift) * height * 0.3
      return `L${px} ${py.toFixed(1)}`
    })
    defs.push(
      gradient(`ridge${i}`, [
        [0, crest],
        [1, palette[0]],
      ]),
    )
    return `<path d="M0 ${SIZE}${points.join('')}L${SIZE} ${SIZE}z" fill="url(#ridge${i})" opacity="${0.75 + 0.035 * i}"/>`
  })
  const sun = `<circle cx="${x}" cy="${y}" r="${radius}" fill="${palette[4]}"/>${stripes.join('')}`
  return {
    defs: defs.join(''),
    body: `<rect width="${SIZE}" height="${SIZE}" fill="url(#sky)"/>${sun}${ridges.join('')}`,
  }
}

/** Hundreds of strokes that follow one invisible current. */
export function flow(dice: Dice, palette: Palette): Drawing {
  const [scale, shiftX, shiftY] = [dice.between(0.003, 0.006), dice.between(0, 9), dice.between(0, 6)]
  const strokes = Array.from({ length: 420 }, () => {
    let [x, y] = [dice.between(-80, 880), dice.between(-80, 880)]
    let path = `M${x.toFixed(0)} ${y.toFixed(0)}`
    for (let step = 14 + dice.below(22); step > 0; step--) {
      const angle = Math.sin(x * scale + shiftX) * 2.2 + Math.cos(y * scale * 1.15 - shiftY) * 2.2
      x += Math.cos(angle) * 15
      y += Math.sin(angle) * 15
      path += `L${x.toFixed(0)} ${y.toFixed(0)}`
    }
    return `<path d="${path}" stroke="${ink(palette, dice.below(4))}" stroke-width="${dice.between(1.5, 9).toFixed(1)}"/>`
  })
  return {
    body: `${ground(palette[0])}<g fill="none" stroke-linecap="round" stroke-linejoin="round" opacity=".9">${strokes.join('')}</g>`,
  }
}

/** A flower of five turning rings of petals. */
export function petals(dice: Dice, palette: Palette): Drawing {
  const defs = [
    `<radialGradient id="ground"><stop stop-color="${palette[1]}"/><stop offset="1" stop-color="${palette[0]}"/></radialGradient>`,
  ]
  const rings = [5, 4, 3, 2, 1].map((ring) => {
    const [count, length, width] = [6 + ring * 2, 55 * ring + 40, dice.between(26, 60)]
    defs.push(
      gradient(`petal${ring}`, [
        [0, ink(palette, ring)],
        [1, ink(palette, ring + 1)],
      ]),
    )
    const shape = `M0 0C${width} -${length * 0.35} ${width} -${length * 0.8} 0 -${length}C-${width} -${length * 0.8} -${width} -${length * 0.35} 0 0z`
    return Array.from(
      { length: count },
      (_, i) =>
        `<path d="${shape}" fill="url(#petal${ring})" opacity=".86" transform="rotate(${(i * 360) / count + ring * 13})"/>`,
    ).join('')
  })
  return {
    defs: defs.join(''),
    body: `<rect width="${SIZE}" height="${SIZE}" fill="url(#ground)"/><g transform="translate(400 400)">${rings.join('')}<circle r="30" fill="${palette[4]}"/></g>`,
  }
}
