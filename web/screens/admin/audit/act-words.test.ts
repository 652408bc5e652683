import { describe, expect, it } from 'vitest'
import { changesOf, inWords, nameAct, nameTarget, sayValues } from './act-words.ts'

const target = { targetKind: 'agent', targetId: '7', targetName: 'Planner' }
const by = { id: '1', at: '2026-11-20T08:00:00.000Z', adminId: 'a', adminEmail: 'ada@luna.test', requestId: 'r' }
const act = { ...by, ...target, action: 'agent.update', before: null, after: null, names: {}, reason: null }

describe('an entry of the audit log (D153)', () => {
  it('names its act, its kind and its target in words', () => {
    expect(nameAct('message.answer')).toBe('Answered message')
    expect(nameAct('organization.changeMember')).toBe('Change member')
    expect(inWords('agent_request')).toBe('Agent request')
    expect(nameTarget(act)).toBe('Planner')
    expect(nameTarget({ ...act, targetName: null })).toBe('7')
    expect(nameTarget({ ...act, targetKind: 'setting', targetId: 'supportEmail' })).toBe('Support email')
  })

  it('says values in their own units, and leaves out what did not change', () => {
    const before = { ratingTenths: 48, isActive: true, name: 'Planner', 'refill monthlyCapCents': 10_000 }
    const after = { ratingTenths: 50, isActive: false, name: 'Planner', 'refill monthlyCapCents': 150_000 }
    expect(changesOf({ before, after, names: {} })).toEqual([
      { name: 'Rating', before: '4.8', after: '5.0' },
      { name: 'Active', before: 'yes', after: 'no' },
      { name: 'Auto-refill monthly cap', before: '$100.00', after: '$1,500.00' },
    ])
    expect(changesOf({ before: null, after: { role: 'organization_admin' }, names: {} })).toEqual([
      { name: 'Role', before: null, after: 'organization admin' },
    ])
  })

  it('names the people and agents that its values mention, also as part of a name', () => {
    const [ben, coach, gone] = [1, 2, 3].map((place) => `9c1d2c34-0001-4b11-8c22-00000000000${place}`)
    const names = { [ben!]: 'ben@luna.test', [coach!]: 'Care Coach' }
    const before = { assigneeId: null, [`agent ${coach} isAssigned`]: false }
    const after = { assigneeId: ben, [`agent ${coach} isAssigned`]: true }
    expect(changesOf({ before, after, names })).toEqual([
      { name: 'Assigned to', before: 'none', after: 'ben@luna.test' },
      { name: 'Agent Care Coach assigned', before: 'no', after: 'yes' },
    ])
    expect(sayValues({ to: ben, from: gone }, names)).toBe(`To: ben@luna.test; From: ${gone}`)
  })

  it.each([
    [{ amountCents: 2797, status: 'open' }, 'Amount: $27.97; Status: open'],
    [{ 'app is_active': false, maxUsers: 1500 }, 'App active: no; Seats: 1,500'],
    [{ organizationIds: [100_001, 100_002] }, 'Organizations: 100001, 100002'],
    [{ value: { linkedin: 'https://linkedin.com/luna' } }, 'Value: Linkedin: https://linkedin.com/luna'],
    [{ value: null, organizations: [] }, 'Value: none; Organizations: none'],
    [null, ''],
  ])('is written to a file as text: %j', (values, text) => {
    expect(sayValues(values, {})).toBe(text)
  })
})
