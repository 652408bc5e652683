import { expect, it } from 'vitest'
import { judgeVoice } from './voices.ts'

const at = new Date('2026-11-23T12:00:00Z')
const fine = { isPremade: false, isForbidden: false, isModerated: false, endsAt: null }

it.each([
  ['there', fine, 'ok', null],
  ['not there', null, 'gone', /no longer offers it/],
  ['banned', { ...fine, isForbidden: true }, 'gone', /blocked/],
  ['moderated', { ...fine, isModerated: true }, 'gone', /does not allow agents/],
  ['premade', { ...fine, isPremade: true }, 'ending', /premade voice.* December 31, 2026/],
  [
    'withdrawn soon',
    { ...fine, endsAt: new Date('2026-12-01T00:00:00Z') },
    'ending',
    /withdraw it on December 1, 2026/,
  ],
  ['withdrawn', { ...fine, endsAt: new Date('2026-11-01T00:00:00Z') }, 'gone', /ended on November 1, 2026/],
] as const)('judges a voice that is %s (D186)', (_name, found, state, reason) => {
  const judged = judgeVoice(found, at)
  expect([judged.state, judged.reason]).toEqual([state, reason && expect.stringMatching(reason)])
})

it('reports a premade voice as gone after 2026-12-31 (D186)', () => {
  expect(judgeVoice({ ...fine, isPremade: true }, new Date('2027-01-01T00:00:00Z')).state).toBe('gone')
})
