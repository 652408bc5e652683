import { expect, it } from 'vitest'
import { readRange } from './sounds.routes.ts'

it.each([
  ['bytes=0-1', { from: 0, to: 1 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=50-5000', { from: 50, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=99-99', { from: 99, to: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['seconds=0-1', 'whole'],
  [undefined, 'whole'],
])('reads %s of 100 bytes', (header, range) => expect(readRange(header, 100)).toEqual(range))
