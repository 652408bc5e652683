import { expect, it } from 'vitest'
import { findExcess, readCeilings, weighScreens } from '../../../scripts/bundling/weights.ts'

/** The weight of the build in dist/web/browser. */

it('no screen weighs more than its goal or its ceiling', () => {
  const weights = weighScreens()
  expect(weights.length).toBeGreaterThan(50)
  expect(findExcess(weights, readCeilings())).toEqual([])
})

it('a new screen above the goals is found without a ceiling', () => {
  const small = { bytes: 1000, files: 2 }
  const heavy = { path: '/new', first: { bytes: 129_000, files: 8 }, further: { bytes: 25_001, files: 6 } }
  const crowded = { path: '/crowded', first: { bytes: 129_000, files: 9 }, further: small }
  expect(findExcess([heavy, crowded], {})).toEqual([
    '/new: 25001 bytes in 6 files as a further screen, at most 25000 in 6',
    '/crowded: 129000 bytes in 9 files as a first screen, at most 130000 in 8',
  ])
  expect(findExcess([heavy], { '/new': { further: { bytes: 25_100, files: 6 } } })).toEqual([])
})
