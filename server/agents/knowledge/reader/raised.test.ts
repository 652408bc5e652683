import { expect, it } from 'vitest'
import { lowered, raised } from './raised.ts'

it.each([
  ['The fee is $10', '1', 'The fee is $10 [1]'],
  ['The fee is $10', '2', 'The fee is $10 [2]'],
  ['It costs 10 €', '1', 'It costs 10 € [1]'],
  ['by 2024', '3', 'by 2024 [3]'],
  ['by 19.5%', '1,2', 'by 19.5% [1,2]'],
  ['the Gold plan', '1', 'the Gold plan [1]'],
  ['the Gold plan ', '1', 'the Gold plan [1]'],
  ['the Gold plan', '[4]', 'the Gold plan [4]'],
  ['the Gold plan', 'a', 'the Gold plan [a]'],
  ['', '1', '[1] '],
  ['12 m', '2', '12 m²'],
  ['3 km', '2', '3 km²'],
  ['9.81 m s', '-2', '9.81 m s⁻²'],
  ['carries 10', '3', 'carries 10^3'],
  ['1.5 × 10', '−3', '1.5 × 10^-3'],
  ['2', '8', '2^8'],
  ['x', '2', 'x²'],
  ['E = mc', '2', 'E = mc²'],
  ['(a + b)', '2', '(a + b)²'],
  ['2', 'n', '2^n'],
  ['the 1', 'st', 'the 1st'],
  ['Luna', '™', 'Luna™'],
  ['M', 'me', 'Mme'],
  ['$10', '*', '$10*'],
])('writes %s with a raised %s as %s', (before, content, whole) => {
  expect(before + raised(before, content)).toBe(whole)
})

it('writes what leads to a footnote as its mark, and lowered digits apart from others', () => {
  expect(raised('10', '3', true)).toBe(' [3]')
  expect(['H', '10'].map((before) => before + lowered(before, '2'))).toEqual(['H2', '10_2'])
})
