import { expect, it } from 'vitest'
import { inkOn } from './brand-color.ts'

it.each([
  ['#9334ea', '#ffffff', true],
  ['#000000', '#ffffff', true],
  ['#ffffff', '#111827', true],
  ['#fbbf24', '#111827', true],
  ['#8a8a8a', '#111827', true],
  ['#7a7a7a', '#ffffff', false],
])('text on %s is %s, readable: %s (D136)', (color, ink, isReadable) => {
  expect(inkOn(color)).toEqual({ ink, isReadable })
})
