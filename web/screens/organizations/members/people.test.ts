import { describe, expect, it } from 'vitest'
import { toCsv } from '#contract/csv.ts'
import { csvOf } from '#web/client/lists/list-tools.tsx'
import { columnsOf, filters } from './members.tsx'
import { listPeople, type PersonRow } from './people.ts'

const figures = { joinedAt: null, lastActiveAt: null, minutesThisMonth: 0, monthlyLimitMinutes: null }
const admin = { role: 'admin', userCategory: 'Employees', accessLevel: 'full', isActive: true } as const
const row: PersonRow = { kind: 'member', id: '1', name: 'Ada Reed', email: 'ada@acme.test', ...admin, ...figures }
const client = { role: 'member', userCategory: 'Clients' } as const
const ben: PersonRow = { ...row, id: '2', name: 'Ben Cole', email: 'ben@client.test', ...client }
const employee = { userCategory: 'Employees', isActive: false } as const
const cleo: PersonRow = { ...ben, id: '3', name: 'Cleo Adams', email: 'cleo@acme.test', ...employee }
const rows = [row, ben, cleo]
const idsOf = (some: readonly PersonRow[]) => some.map(({ id }) => id).join('')

describe('people of an organization', () => {
  it.each([
    ['category', 'Employees', '13'],
    ['role', 'member', '23'],
    ['state', 'inactive', '3'],
    ['state', 'active', '12'],
    ['state', 'invited', ''],
  ])('are found by %s, such as %s (S392, S537)', (name, value, found) => {
    const filter = filters.find((one) => one.name === name)
    expect(idsOf(rows.filter((one) => filter?.keeps?.(one as never, value)))).toBe(found)
  })

  it('are sorted by each column, and those who were never active are the longest away', () => {
    const seen = [
      { ...row, lastActiveAt: '2026-11-01T08:00:00Z' },
      { ...ben, lastActiveAt: '2026-11-20T08:00:00Z', minutesThisMonth: 12 },
      { ...cleo, minutesThisMonth: 0.5, accessLevel: 'standard' as const },
    ]
    const orders = { name: '123', lastActive: '312', minutes: '132', role: '123', category: '213', status: '123' }
    for (const [sort, order] of Object.entries(orders)) {
      const compare = columnsOf({}).find((column) => column.sort === sort)?.compare
      expect([sort, idsOf(seen.toSorted(compare))]).toEqual([sort, order])
    }
  })

  it('are written to a file with their addresses, and no name becomes a formula', () => {
    const used = { monthlyLimitMinutes: 60, minutesThisMonth: 1.5, joinedAt: '2026-05-04T08:00:00Z' }
    expect(toCsv(csvOf(columnsOf({})), [{ ...ben, name: '=Ben', ...used }]).split('\r\n')).toEqual([
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
