import { describe, expect, it } from 'vitest'
import { findPeople, listPeople, peopleCsv, type PersonRow, sortPeople } from './people.ts'

const row: PersonRow = {
  kind: 'member',
  id: '1',
  name: 'Ada Reed',
  email: 'ada@acme.test',
  role: 'admin',
  userCategory: 'Employees',
  accessLevel: 'full',
  isActive: true,
  joinedAt: null,
  lastActiveAt: null,
  minutesThisMonth: 0,
  monthlyLimit: null,
}
const client = { role: 'member', userCategory: 'Clients' } as const
const ben: PersonRow = { ...row, id: '2', name: 'Ben Cole', email: 'ben@client.test', ...client }
const employee = { userCategory: 'Employees', isActive: false } as const
const cleo: PersonRow = { ...ben, id: '3', name: 'Cleo Adams', email: 'cleo@acme.test', ...employee }
const rows = [row, ben, cleo]

describe('people of an organization', () => {
  it.each([
    [{ words: 'ADA' }, ['1', '3']],
    [{ words: 'client.test' }, ['2']],
    [{ category: 'Employees' }, ['1', '3']],
    [{ role: 'member' }, ['2', '3']],
    [{ words: 'acme', category: 'Employees', role: 'member' }, ['3']],
    [{ state: 'inactive' }, ['3']],
    [{ state: 'active' }, ['1', '2']],
    [{ state: 'invited' }, []],
    [{ words: 'nobody' }, []],
  ] as const)('are found by name, email, category, role and status: %j (S391, S392, S537)', (filters, found) => {
    const wanted = { words: '', category: 'all', role: 'all', state: 'all', ...filters } as const
    expect(findPeople(rows, wanted).map(({ id }) => id)).toEqual(found)
  })

  it.each([
    [null, ['1', '2', '3']],
    ['name', ['1', '2', '3']],
    ['-name', ['3', '2', '1']],
    ['lastActive', ['3', '1', '2']],
    ['-lastActive', ['2', '1', '3']],
    ['minutes', ['1', '3', '2']],
    ['-minutes', ['2', '3', '1']],
    ['role', ['1', '2', '3']],
    ['-role', ['3', '2', '1']],
    ['category', ['2', '1', '3']],
    ['status', ['1', '2', '3']],
  ] as const)('are sorted by %s: those who were never active are the longest away', (sort, sorted) => {
    const seen = [
      { ...row, lastActiveAt: '2026-11-01T08:00:00Z' },
      { ...ben, lastActiveAt: '2026-11-20T08:00:00Z', minutesThisMonth: 12 },
      { ...cleo, minutesThisMonth: 0.5, accessLevel: 'standard' as const },
    ]
    expect(sortPeople(seen, sort).map(({ id }) => id)).toEqual(sorted)
  })

  it('are written to a file with their addresses, and no name becomes a formula', () => {
    const limited = { ...ben, name: '=Ben', monthlyLimit: 60, minutesThisMonth: 1.5, joinedAt: '2026-05-04T08:00:00Z' }
    expect(peopleCsv([limited]).split('\r\n')).toEqual([
      '\uFEFFName,Email,Status,Role,Access level,Category,Minutes this month,Monthly limit,Joined,Last active',
      "'=Ben,ben@client.test,Active,Member,Full,Clients,1.5,60,2026-05-04T08:00:00Z,",
      '',
    ])
  })

  it('come after people whose invitation is open; answered and shared invitations are left out', () => {
    const invitation = {
      id: 'i',
      organizationId: 1,
      email: 'dora@acme.test',
      firstName: '',
      lastName: '',
      role: 'member',
      accessLevel: 'standard',
      userCategory: 'Members',
      invitedBy: null,
      expiresAt: '2026-12-01T00:00:00Z',
      acceptedAt: null,
      status: 'pending',
      invitationType: 'email',
      bulkInviteId: null,
      createdAt: '2026-11-01T00:00:00Z',
    } as const
    const accepted = { ...invitation, id: 'a', status: 'accepted' as const }
    const invited = [invitation, accepted, { ...invitation, id: 'l', invitationType: 'link' as const }]
    const member = { id: 'm', firstName: 'Ada', lastName: 'Reed', userCategory: 'Members' as const }
    const listed = listPeople([member], invited).map(({ id, kind, name }) => `${id} ${kind} ${name}`)
    expect(listed).toEqual(['i invited dora@acme.test', 'm member Ada Reed'])
  })
})
