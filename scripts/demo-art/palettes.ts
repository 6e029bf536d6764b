import type { Palette } from './canvas.ts'

const PALETTES: readonly Palette[] = [
  ['#0b1026', '#1b2a6b', '#5b5ff0', '#f26db1', '#ffd6a5'],
  ['#f3efe6', '#1d1d1f', '#e4572e', '#f3a712', '#29335c'],
  ['#04110f', '#0b3d3a', '#1fa187', '#a8e6a3', '#f4ffe9'],
  ['#1a0b1f', '#5c1a4d', '#d1345b', '#ff8c61', '#ffe3c2'],
  ['#e8eef7', '#274690', '#576ca8', '#f5a65b', '#302b27'],
  ['#0d0d0f', '#2e2e38', '#c6ff3d', '#f5f5f5', '#7a5cff'],
  ['#fdf0d5', '#003049', '#c1121f', '#780000', '#669bbc'],
  ['#101418', '#22333b', '#c6ac8f', '#eae0d5', '#5e503f'],
  ['#08111f', '#0f3460', '#16c7d9', '#e94560', '#f7f7ff'],
  ['#efe9ff', '#3a0ca3', '#7209b7', '#f72585', '#4cc9f0'],
  ['#12100e', '#3a2618', '#b5651d', '#f2c14e', '#f78154'],
  ['#dff3ec', '#114b5f', '#1a936f', '#88d498', '#f3e9d2'],
]

export const paletteOf = (index: number): Palette => PALETTES[index % PALETTES.length] as Palette
