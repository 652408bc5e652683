import { adminRequests, agentChoices, type AdminRequest } from '#contract/agents/admin-requests.ts'
import { adminUsers } from '#contract/admin/users.ts'
import type { RequestStatus } from '#contract/agents/requests.ts'
import { fakeOf } from '../../fake-answer.ts'
import type { FakeServer } from '../../fake-server.ts'
import { ada, ben, servePanel } from '../admin.ts'

export const coach = { id: '5b0c7a52-8f6a-4a0e-9f0a-000000000009', name: 'Mindset Coach' }

export const request = fakeOf(adminRequests, {
  id: '9d0c7a52-8f6a-4a0e-9f0a-000000000001',
  userId: ben.id,
  agentName: 'Hard Buyer',
  description: 'Plays a hard buyer.\nTells me what I gave away.',
  useCase: 'Sales Training',
  priority: 'high',
  person: ben,
  history: [{ status: 'received', changedBy: ben }],
})

export function withStatus(status: RequestStatus, note: string | null = null): AdminRequest {
  const set = { status, note, changedAt: '2026-11-21T08:00:00.000Z', changedBy: ada }
  return { ...request, status, history: [...request.history, set] }
}

/** Answers everything that the tab reads; the list is what `shown` returns at that moment. */
export function serveRequests(server: FakeServer, shown: () => AdminRequest): void {
  servePanel(server)
  server.answer(adminUsers, [])
  server.answer(agentChoices, [coach])
  server.answer(adminRequests, ({ query: { status } }) => {
    const one = shown()
    return status === undefined || status === one.status ? [one] : []
  })
}
