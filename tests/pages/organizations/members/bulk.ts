import { bulkInvitations, type bulkInvite } from '#contract/organizations/bulk-invitations.ts'
import type { Answer } from '#contract/call.ts'
import { invitations } from '#contract/organizations/invitations.ts'
import { ownerMe } from '../../people.ts'
import { fakeOf } from '../../fake-answer.ts'

const made = {
  organizationId: 100_001,
  invitedBy: ownerMe.id,
  role: 'member',
  accessLevel: 'standard',
  userCategory: 'Members',
  expiresAt: '2026-12-04T08:00:00.000Z',
  isActive: true,
} as const

/** A batch of two mailed invitations that are still unanswered. */
export const batchOfTwo = fakeOf(bulkInvitations, {
  ...made,
  id: '5d4c7f8e-0001-4a61-8f0e-6f2f3b1c0001',
  invitationType: 'email',
  totalInvites: 2,
  pendingCount: 2,
})

/** An unused link for five. */
export const openDay = fakeOf(bulkInvitations, {
  ...made,
  id: '5d4c7f8e-0002-4a61-8f0e-6f2f3b1c0002',
  invitationType: 'link',
  batchName: 'Open day',
  maxUses: 5,
})

type Row = Answer<typeof bulkInvite>['rows'][number]

const row = (email: string, state: Row['state'], message: string | null = null, firstName = ''): Row => ({
  email,
  firstName,
  lastName: '',
  state,
  message,
})

/** A list of six as the server judges it: two can be invited. */
export const judged = {
  rows: [
    row('ada@example.com', 'valid', null, 'Ada'),
    row('alan@example.com', 'valid', null, 'Alan'),
    row('ada@example.com', 'duplicate', 'This address appears twice.'),
    row('mia.member@example.com', 'member', 'This person is already a member.'),
    row('pending@example.com', 'invited', 'This person already has an open invitation.'),
    row('nobody', 'invalid', 'Please enter a valid email'),
  ],
  seatsLeft: 7,
  sentCount: 0,
  bulkInvitation: null,
} satisfies Answer<typeof bulkInvite>

/** The open invitation of one person. */
export const dora = fakeOf(invitations, {
  id: '13000000-0000-4000-8000-000000000001',
  organizationId: 100_001,
  email: 'dora.dill@example.com',
  firstName: 'Dora',
  lastName: 'Dill',
  role: 'member',
  accessLevel: 'standard',
  userCategory: 'Employees',
  invitedBy: ownerMe.id,
  expiresAt: '2026-12-04T08:00:00.000Z',
  status: 'pending',
  invitationType: 'email',
})
