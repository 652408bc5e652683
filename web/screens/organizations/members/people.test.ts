import { describe, expect, it } from 'vitest'
import { findPeople, listPeople, type PersonRow } from './people.ts'

const row: PersonRow = {
  kind: 'member',
  id: '1',
  name: 'Ada Reed',
  email: 'ada@acme.test',
  role: 'admin',
  userCategory: 'Employees',
  accessLevel: 'full',
  isActive: true,
  lastActiveAt: null,
  minutesThisMonth: 0,
  monthlyLimit: null,
}
const ben: PersonRow = {
  ...row,
  id: '2',
  name: 'Ben Cole',
  email: 'ben@client.test',
  role: 'member',
  userCategory: 'Clients',
}
const cleo: PersonRow = { ...ben, id: '3', name: 'Cleo Adams', email: 'cleo@acme.test', userCategory: 'Employees' }
const rows = [row, ben, cleo]

describe('people of an organization', () => {
  it.each([
    [{ words: 'ADA' }, ['1', '3']],
    [{ words: 'client.test' }, ['2']],
    [{ category: 'Employees' }, ['1', '3']],
    [{ role: 'member' }, ['2', '3']],
    [{ words: 'acme', category: 'Employees', role: 'member' }, ['3']],
    [{ words: 'nobody' }, []],
  ] as const)('are found by name, e-mail, category and role together: %j (S391, S392, S537)', (filters, found) => {
    const wanted = { words: '', category: 'all', role: 'all', ...filters } as const
    expect(findPeople(rows, wanted).map(({ id }) => id)).toEqual(found)
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
    const invited = [
      invitation,
      { ...invitation, id: 'a', status: 'accepted' as const },
      { ...invitation, id: 'l', invitationType: 'link' as const },
    ]
    const member = { id: 'm', firstName: 'Ada', lastName: 'Reed', userCategory: 'Members' as const }
    expect(listPeople([member], invited).map(({ id, kind, name }) => [id, kind, name])).toEqual([
      ['i', 'invited', 'dora@acme.test'],
      ['m', 'member', 'Ada Reed'],
    ])
  })
})
