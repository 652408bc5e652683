import { describe, expect, it } from 'vitest'
import { findProofs, listed, readIds } from '../proofs/ids.ts'
import { readProject } from './source-files.ts'

describe('a row of the specification or a decision', () => {
  it('that was once proven stays proven, and `npm run proofs` lists each new one', () => {
    const ids = findProofs(readProject()).map(({ id }) => id)
    expect(listed(ids)).toBe(listed(readIds()))
    expect(readIds().length).toBeGreaterThan(800)
  })

  it('is proven where a test names it, in a title, a tag or a table, but not in the kit', () => {
    // Made of parts, so that this file proves none of them.
    const [inTitle, inTag, decision] = ['S'.concat('012'), 'S'.concat('130'), 'D'.concat('45')]
    const text = `it('credits once (${inTitle})', tags('${inTag} ${decision}'), () => {})\n`
    const names = ['tests/pages/a.spec.ts', 'web/voice/a.test.ts', 'web/voice/a.ts', 'tests/kit/a.ts']
    const found = findProofs(names.map((name) => ({ name, text }))).map(({ id, place }) => `${id} ${place}`)
    const proven = ['tests/pages/a.spec.ts:1', 'web/voice/a.test.ts:1']
    expect(found).toEqual(proven.flatMap((place) => [inTitle, inTag, decision].map((id) => `${id} ${place}`)))
  })
})
