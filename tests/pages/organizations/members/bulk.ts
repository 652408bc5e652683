import { type bulkInvitations, bulkInvite } from '#contract/organizations/bulk-invitations.ts'
import type { Answer } from '#contract/call.ts'
import { ownerMe } from '../../people.ts'

type Bulk = Answer<typeof bulkInvitations>[number]

const made = {
  organizationId: 100_001,
  invitedBy: ownerMe.id,
  description: '',
  acceptedCount: 0,
  expiredCount: 0,
  role: 'member',
  accessLevel: 'standard',
  userCategory: 'Members',
  emailDomain: null,
  expiresAt: '2026-12-04T08:00:00.000Z',
  isActive: true,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
} as const

/** A batch of two mailed invitations that are still unanswered. */
export const batchOfTwo = {
  ...made,
  id: '5d4c7f8e-0001-4a61-8f0e-6f2f3b1c0001',
  invitationType: 'email',
  batchName: '',
  totalInvites: 2,
  pendingCount: 2,
  maxUses: null,
  currentUses: 0,
} satisfies Bulk

/** An unused link for five. */
export const openDay = {
  ...made,
  id: '5d4c7f8e-0002-4a61-8f0e-6f2f3b1c0002',
  invitationType: 'link',
  batchName: 'Open day',
  totalInvites: 0,
  pendingCount: 0,
  maxUses: 5,
  currentUses: 0,
} satisfies Bulk

/** A list of six as the server judges it: two can be invited. */
export const judged = {
  rows: [
    { email: 'ada@example.com', firstName: 'Ada', lastName: '', state: 'valid', message: null },
    { email: 'alan@example.com', firstName: 'Alan', lastName: '', state: 'valid', message: null },
    {
      email: 'ada@example.com',
      firstName: '',
      lastName: '',
      state: 'duplicate',
      message: 'This address appears twice.',
    },
    {
      email: 'mia.member@example.com',
      firstName: '',
      lastName: '',
      state: 'member',
      message: 'This person is already a member.',
    },
    {
      email: 'pending@example.com',
      firstName: '',
      lastName: '',
      state: 'invited',
      message: 'This person already has an open invitation.',
    },
    { email: 'nobody', firstName: '', lastName: '', state: 'invalid', message: 'Please enter a valid email' },
  ],
  seatsLeft: 7,
  sentCount: 0,
  bulkInvitation: null,
} satisfies Answer<typeof bulkInvite>
