import { describe, expect, it } from 'vitest'
import { findPeople, listPeople, peopleCsv, type PersonRow, sortPeople } from './people.ts'

const figures = { joinedAt: null, lastActiveAt: null, minutesThisMonth: 0, monthlyLimit: null }
const admin = { role: 'admin', userCategory: 'Employees', accessLevel: 'full', isActive: true } as const
const row: PersonRow = { kind: 'member', id: '1', name: 'Ada Reed', email: 'ada@acme.test', ...admin, ...figures }
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

  it('are sorted by each column, and those who were never active are the longest away', () => {
    const seen = [
      { ...row, lastActiveAt: '2026-11-01T08:00:00Z' },
      { ...ben, lastActiveAt: '2026-11-20T08:00:00Z', minutesThisMonth: 12 },
      { ...cleo, minutesThisMonth: 0.5, accessLevel: 'standard' as const },
    ]
    const sorted = (sort: Parameters<typeof sortPeople>[1]) =>
      sortPeople(seen, sort)
        .map(({ id }) => id)
        .join('')
    expect([sorted(null), sorted('name'), sorted('-name')]).toEqual(['123', '123', '321'])
    expect([sorted('lastActive'), sorted('-lastActive')]).toEqual(['312', '213'])
    expect([sorted('minutes'), sorted('-minutes')]).toEqual(['132', '231'])
    expect([sorted('role'), sorted('-role'), sorted('category'), sorted('status')]).toEqual([
      '123',
      '321',
      '213',
      '123',
    ])
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
    const who = { organizationId: 1, email: 'dora@acme.test', firstName: '', lastName: '' }
    const rank = { role: 'member', accessLevel: 'standard', userCategory: 'Members', invitedBy: null } as const
    const times = { createdAt: '2026-11-01T00:00:00Z', expiresAt: '2026-12-01T00:00:00Z', acceptedAt: null }
    const kind = { status: 'pending', invitationType: 'email', bulkInviteId: null } as const
    const invitation = { id: 'i', ...who, ...rank, ...times, ...kind }
    const accepted = { ...invitation, id: 'a', status: 'accepted' as const }
    const invited = [invitation, accepted, { ...invitation, id: 'l', invitationType: 'link' as const }]
    const member = { id: 'm', firstName: 'Ada', lastName: 'Reed', userCategory: 'Members' as const }
    const listed = listPeople([member], invited).map(({ id, kind, name }) => `${id} ${kind} ${name}`)
    expect(listed).toEqual(['i invited dora@acme.test', 'm member Ada Reed'])
  })
})
