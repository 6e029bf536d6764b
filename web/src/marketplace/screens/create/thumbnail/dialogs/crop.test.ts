import { expect, test } from 'vitest'
import { cropBox, moveCrop, WHOLE_CROP } from './crop.ts'

const WIDE = { width: 300, height: 100 }

test('begins with the largest square, from the middle', () => {
  expect(cropBox(WHOLE_CROP, WIDE)).toEqual({ left: 100, top: 0, side: 100 })
})

test('a zoomed crop reaches every corner, and no further', () => {
  expect(cropBox({ zoom: 2, x: 0, y: 0 }, WIDE)).toEqual({ left: 0, top: 0, side: 50 })
  expect(cropBox({ zoom: 2, x: 1, y: 1 }, WIDE)).toEqual({ left: 250, top: 50, side: 50 })
})

test('a drag takes the picture along, up to its edge', () => {
  const dragged = moveCrop(WHOLE_CROP, WIDE, [0.5, 0.5])
  expect(cropBox(dragged, WIDE)).toEqual({ left: 50, top: 0, side: 100 })
  expect(cropBox(moveCrop(WHOLE_CROP, WIDE, [-9, 0]), WIDE).left).toBe(200)
})
