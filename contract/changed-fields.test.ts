import { describe, expect, it } from 'vitest'
import { changedOf, isSameValue } from './changed-fields.ts'

describe('the fields of a form (D187)', () => {
  it.each([
    ['Acme', 'Acme', true],
    ['Acme', 'acme', false],
    [null, '', true],
    [undefined, null, true],
    [0, '', false],
    [false, null, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [{ x: '1', linkedin: '2' }, { linkedin: '2', x: '1' }, true],
    [{}, null, false],
  ])('%j and %j are the same: %j', (one, other, isSame) => {
    expect(isSameValue(one, other)).toBe(isSame)
  })

  it('sends the fields that differ from before', () => {
    const before = { name: 'Acme', website: null, color: '#000000' }
    expect(changedOf<object>(before, { name: 'Acme Ltd', website: '', color: '#000000' })).toEqual({ name: 'Acme Ltd' })
  })
})
