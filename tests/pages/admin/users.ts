import { adminUsers, organizationChoices, userTransactions, type AdminUser } from '#contract/admin/users.ts'
import { fakeOf } from '../fake-answer.ts'
import type { FakeServer } from '../fake-server.ts'
import { ben as namedBen, servePanel, sortRows } from './admin.ts'

/** Has paid for Uplift and belongs to no organization. */
export const ben = fakeOf(adminUsers, { ...namedBen, isActive: true, creditBalance: 150 })

export const acme = { id: 100_001, name: 'Acme Consulting' }
export const birch = { id: 100_002, name: 'Birch Logistics' }

export const member: AdminUser = {
  ...ben,
  hasOrganizationAccess: true,
  organizationCredits: 500,
  category: 'Employees',
  organizations: [
    { ...acme, role: 'member', isOnlyAdmin: false },
    { ...birch, role: 'member', isOnlyAdmin: false },
  ],
}

export const uplift = fakeOf(userTransactions, {
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0001',
  type: 'credits',
  description: 'Uplift: 120 minutes',
  createdAt: '2026-11-15T08:00:00.000Z',
  amount: 25,
  creditsAdded: 120,
  receiptNumber: 'L-000001',
  refundable: 25,
})

/** Answers everything that the tab reads; the list is what `all` returns at that moment. */
export function serveUsers(server: FakeServer, all: () => readonly AdminUser[]): void {
  servePanel(server)
  server.answer(organizationChoices, [acme, birch])
  server.answer(userTransactions, [uplift])
  server.answer(adminUsers, ({ query: { search = '', role, status, sort = 'name' } }) => {
    const found = all().filter(
      (user) =>
        `${user.firstName} ${user.lastName} ${user.email}`.toLowerCase().includes(search.toLowerCase()) &&
        (role === undefined || user.role === role) &&
        (status === 'deleted' ? user.deletedAt !== null : user.deletedAt === null) &&
        (status !== 'active' || user.isActive) &&
        (status !== 'inactive' || !user.isActive),
    )
    return sortRows(found, sort, {
      name: ({ firstName }) => firstName,
      created: ({ createdAt }) => createdAt,
      credits: ({ creditBalance }) => creditBalance,
    })
  })
}
