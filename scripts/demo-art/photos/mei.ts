import { develop, halve } from './film.ts'
import type { Sharp } from 'sharp'
import { type LandscapePlan, photographLand } from './landscape.ts'
import { towards } from './sky.ts'

const ALPS = { relief: 2600, breadth: 360, sharpness: 0.75, drops: 160_000 }
const HILLS = { relief: 950, breadth: 250, sharpness: 0.28, drops: 120_000 }

/** Ridges and light. */
export const LANDSCAPES: Record<string, LandscapePlan> = {
  'far-ridge': {
    terrain: { ...ALPS, seed: 11 },
    sky: {
      sun: towards(0.42, 0.1),
      zenith: [0.09, 0.17, 0.4],
      horizon: [0.62, 0.4, 0.3],
      glow: [1.1, 0.5, 0.2],
      tightness: 5,
      clouds: { amount: 0.16, scale: 0.9, colour: [0.75, 0.42, 0.36], seed: 5 },
    },
    ground: {
      rock: [0.12, 0.1, 0.1],
      soil: [0.13, 0.1, 0.07],
      green: [0.05, 0.055, 0.03],
      snow: { from: 1850, colour: [0.85, 0.87, 0.92] },
    },
    sunlight: [3.6, 1.8, 0.85],
    camera: { x: 6000, z: 2000, above: 620, horizon: 0.42, focal: 1.25 },
    clearness: 0.952,
    mist: { top: 1100, depth: 700, density: 1 },
    exposure: 0.8,
    seed: 21,
  },
  'field-notes': {
    terrain: { ...HILLS, relief: 1500, breadth: 190, sharpness: 0.4, seed: 31 },
    sky: {
      sun: towards(-0.95, 0.36),
      zenith: [0.1, 0.25, 0.6],
      horizon: [0.6, 0.68, 0.76],
      glow: [0.6, 0.5, 0.3],
      tightness: 4,
      clouds: { amount: 0.3, scale: 0.55, colour: [0.95, 0.95, 0.97], seed: 8 },
    },
    ground: { rock: [0.12, 0.11, 0.08], soil: [0.15, 0.15, 0.045], green: [0.05, 0.085, 0.025] },
    sunlight: [2.9, 2.4, 1.6],
    camera: { x: 9000, z: 5000, above: 380, horizon: 0.3, focal: 1.25 },
    clearness: 0.94,
    exposure: 0.85,
    seed: 33,
  },
  'second-sunrise': {
    terrain: { ...ALPS, relief: 1900, seed: 52, breadth: 260 },
    sky: {
      sun: towards(-0.1, 0.075),
      zenith: [0.13, 0.17, 0.36],
      horizon: [0.62, 0.3, 0.2],
      glow: [1.9, 0.85, 0.3],
      tightness: 9,
    },
    ground: { rock: [0.05, 0.045, 0.05], soil: [0.04, 0.035, 0.03], green: [0.02, 0.025, 0.02] },
    sunlight: [2.6, 1.2, 0.5],
    camera: { x: 3000, z: 9000, above: 520, horizon: 0.4, focal: 1.5 },
    clearness: 0.92,
    mist: { top: 900, depth: 600, density: 2.4 },
    exposure: 0.75,
    seed: 41,
  },
  'plain-of-salt': {
    terrain: { ...ALPS, relief: 1500, seed: 66, breadth: 300 },
    sky: {
      sun: towards(1.1, 0.25),
      zenith: [0.14, 0.28, 0.56],
      horizon: [0.72, 0.6, 0.6],
      glow: [0.8, 0.5, 0.36],
      tightness: 3,
      clouds: { amount: 0.2, scale: 0.5, colour: [0.95, 0.82, 0.8], seed: 3 },
    },
    ground: { rock: [0.14, 0.1, 0.1], soil: [0.2, 0.15, 0.13], green: [0.16, 0.12, 0.1], water: 820 },
    sunlight: [3, 2.1, 1.5],
    camera: { x: 8200, z: 3200, above: 40, horizon: 0.52, focal: 1.35 },
    clearness: 0.965,
    exposure: 0.8,
    seed: 51,
  },
  'evening-broadcast': {
    terrain: { ...ALPS, relief: 1500, seed: 71, breadth: 220 },
    sky: {
      sun: towards(0.12, -0.03),
      zenith: [0.012, 0.025, 0.085],
      horizon: [0.3, 0.12, 0.12],
      glow: [0.75, 0.3, 0.1],
      tightness: 4,
    },
    ground: { rock: [0.02, 0.02, 0.03], soil: [0.02, 0.02, 0.025], green: [0.012, 0.015, 0.02] },
    sunlight: [0, 0, 0],
    camera: { x: 12000, z: 1000, above: 420, horizon: 0.55, focal: 1.5 },
    clearness: 0.945,
    mist: { top: 520, depth: 400, density: 1.6 },
    lamps: [
      [0.22, 0.4],
      [0.22, 0.45],
      [0.22, 0.5],
      [0.8, 0.36],
      [0.8, 0.42],
      [0.8, 0.48],
    ].map(([x = 0, y = 0]) => ({ x, y, size: 0.0018, colour: [14, 0.9, 0.4] as const })),
    stars: 260,
    exposure: 0.5,
    seed: 61,
  },
  'low-tide-no-moon': {
    terrain: { ...HILLS, relief: 900, seed: 83, breadth: 260 },
    sky: {
      sun: towards(-0.5, -0.05),
      zenith: [0.005, 0.012, 0.035],
      horizon: [0.05, 0.085, 0.13],
      glow: [0.1, 0.13, 0.14],
      tightness: 3,
    },
    ground: { rock: [0.02, 0.02, 0.025], soil: [0.02, 0.02, 0.02], green: [0.012, 0.015, 0.015], water: 560 },
    sunlight: [0, 0, 0],
    camera: { x: 15000, z: 7000, above: 12, horizon: 0.48, focal: 1.2 },
    clearness: 0.93,
    lamps: [
      { x: 0.57, y: 0.455, size: 0.0034, colour: [34, 20, 7.5] },
      { x: 0.24, y: 0.474, size: 0.0014, colour: [2.4, 1.5, 0.8] },
      { x: 0.29, y: 0.4745, size: 0.0011, colour: [1.6, 1.3, 1] },
      { x: 0.86, y: 0.473, size: 0.0012, colour: [2, 0.5, 0.3] },
    ],
    stars: 700,
    exposure: 0.85,
    seed: 77,
  },
}

/** Twice as large as shown, so that edges are smooth. */
export function photograph(name: string, width: number, height: number): Sharp {
  const plan = LANDSCAPES[name] as LandscapePlan
  return develop(halve(photographLand(plan, width * 2, height * 2)), { exposure: plan.exposure, seed: plan.seed })
}
