import type { StaffCalls } from './other-calls.ts'

/**
 * The calls of each duty of staff, and the staff roles that have it (D142). Written by hand: a call that needs another
 * duty, or a duty that another role has, changes here too or fails tests/calls/admin/staff-calls.test.ts.
 */
export const panelCalls: StaffCalls = {
  'people.read': {
    roles: 'owner support finance read_only',
    calls: `
      GET /api/admin/organizations/:id
      GET /api/admin/organizations/:id/timeline
      GET /api/admin/users
      GET /api/admin/users/:id
      GET /api/admin/users/:id/timeline
      GET /api/organizations
      GET /api/organizations/:organizationId/details`,
  },
  'people.change': {
    roles: 'owner support',
    calls: `
      POST /api/admin/conversations/:id/end
      POST /api/admin/mails/:id/resend
      DELETE /api/admin/notes/:id
      POST /api/admin/organizations/:id/notes
      PATCH /api/admin/organizations/:id/status
      PUT /api/admin/organizations/:organizationId/pwa-grant
      DELETE /api/admin/users/:id
      POST /api/admin/users/:id/notes
      POST /api/admin/users/:id/restore
      POST /api/admin/users/:id/sign-out
      PATCH /api/admin/users/:id/status`,
  },
  'roles.change': {
    roles: 'owner',
    calls: `
      PATCH /api/admin/users/:id/role`,
  },
  'money.read': {
    roles: 'owner support finance read_only',
    calls: `
      GET /api/admin/debts
      GET /api/admin/disputes
      GET /api/admin/disputes/:id
      GET /api/admin/findings
      GET /api/admin/organizations/:id/transactions
      GET /api/admin/payments
      GET /api/admin/payments/:id
      GET /api/admin/payments/:id/stripe
      GET /api/admin/refund-limits
      GET /api/admin/refund-requests
      GET /api/admin/users/:id/transactions`,
  },
  'money.change': {
    roles: 'owner support finance',
    calls: `
      POST /api/admin/conversations/:id/credit
      POST /api/admin/debts/:id/forgive
      PUT /api/admin/disputes/:id/evidence
      POST /api/admin/disputes/:id/file
      POST /api/admin/findings/:id/accept
      POST /api/admin/findings/:id/reopen
      POST /api/admin/organizations/:id/credits
      POST /api/admin/payments/:id/check
      POST /api/admin/refund-requests/:id/approve
      POST /api/admin/refund-requests/:id/decline
      POST /api/admin/refund-requests/:id/withdraw
      POST /api/admin/transactions/:id/refund
      POST /api/admin/users/:id/credits`,
  },
  'agents.read': {
    roles: 'owner support finance content read_only',
    calls: `
      GET /api/admin/agent-choices
      GET /api/admin/agent-requests
      GET /api/admin/agents
      GET /api/admin/agents/:id
      GET /api/admin/agents/:id/versions
      GET /api/admin/agents/:id/versions/:revision
      GET /api/admin/organization-choices
      GET /api/admin/voices
      GET /api/admin/voices/:id/sample`,
  },
  'agents.change': {
    roles: 'owner content',
    calls: `
      PATCH /api/admin/agent-requests/:id/status
      POST /api/admin/agent-requests/:id/undo
      POST /api/admin/agents
      DELETE /api/admin/agents/:id
      PATCH /api/admin/agents/:id
      POST /api/admin/agents/:id/sync
      POST /api/admin/agents/:id/test
      POST /api/admin/agents/:id/versions/:revision/bring-back
      POST /api/admin/agents/with-access`,
  },
  'messages.read': {
    roles: 'owner support finance read_only',
    calls: `
      GET /api/admin/broadcast-audience
      GET /api/admin/communications
      GET /api/admin/communications/:id
      GET /api/admin/contact-messages
      GET /api/admin/inbox
      GET /api/admin/inbox-assignees
      GET /api/admin/inbox-figures
      GET /api/admin/inbox-unread
      GET /api/admin/inbox/:messageId
      GET /api/admin/saved-answers`,
  },
  'messages.change': {
    roles: 'owner support',
    calls: `
      POST /api/admin/communications
      DELETE /api/admin/communications/:id
      POST /api/admin/contact-messages/:id/answer
      PATCH /api/admin/inbox/:id
      POST /api/admin/saved-answers
      DELETE /api/admin/saved-answers/:id
      PATCH /api/admin/saved-answers/:id`,
  },
  'settings.read': {
    roles: 'owner read_only',
    calls: `
      GET /api/admin/settings`,
  },
  'settings.change': {
    roles: 'owner',
    calls: `
      PATCH /api/admin/settings`,
  },
  'figures.read': {
    roles: 'owner finance read_only',
    calls: `
      GET /api/admin/overview
      GET /api/admin/overview/agents
      GET /api/admin/overview/conversations
      GET /api/admin/overview/health
      GET /api/admin/overview/minutes
      GET /api/admin/overview/money
      GET /api/admin/overview/organizations
      GET /api/admin/overview/owed
      GET /api/admin/overview/subscribers
      GET /api/admin/overview/subscriptions`,
  },
  'audit.read': {
    roles: 'owner finance read_only',
    calls: `
      GET /api/admin/audit
      GET /api/admin/audit/people
      GET /api/admin/audit/subjects`,
  },
}
