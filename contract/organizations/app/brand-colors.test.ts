import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { hexColor, inkOn } from './brand-colors.ts'

it.each([
  ['#9334ea', '#ffffff', true],
  ['#7c3aed', '#ffffff', true],
  ['#06b6d4', '#111827', true],
  ['#000000', '#ffffff', true],
  ['#ffffff', '#111827', true],
  ['#fbbf24', '#111827', true],
  ['#8a8a8a', '#111827', true],
  // WCAG gives white on these 4.54 and 4.48.
  ['#767676', '#ffffff', true],
  ['#777777', '#ffffff', false],
  ['#7a7a7a', '#ffffff', false],
])('text on a brand color (D136) on %s is %s and readable: %s', (color, ink, isReadable) => {
  expect(inkOn(color)).toEqual({ ink, isReadable })
})

it('text on a brand color (D136) is chosen as six hex digits', () => {
  expect(z.parse(hexColor, '#AbCdEf')).toBe('#AbCdEf')
  for (const wrong of ['abcdef', '#abc', '#abcdeg', 'red', '#abcdef00', '', 7]) {
    expect(z.safeParse(hexColor, wrong).error?.issues[0]?.message).toBe('Please enter a valid hex color')
  }
})
