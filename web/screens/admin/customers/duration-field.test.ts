import { expect, test } from 'vitest'
import { readDuration } from './duration-field.ts'

test('a time is read as it is written on screens, and nothing else is', () => {
  expect(['0:41', ' 12:00 ', '1:02:03', '90:00'].map(readDuration)).toEqual([41, 720, 3723, 5400])
  expect(['41', '0:60', '0:4', '-0:41', '1:2:3', '', '0:41 min'].map(readDuration)).toEqual(Array(7).fill(null))
})
