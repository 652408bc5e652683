import * as z from 'zod/mini'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { isoTime } from '../identity/people.ts'
import { requiredLine, requiredText } from '../required-text.ts'

/** The use cases for a requested agent (S189). */
export const requestUseCases = [
  'Sales Training',
  'Marketing Strategy',
  'Operations & Systems',
  'Mindset & Performance',
  'Team Management',
  'Other',
] as const

export const requestPriorities = ['low', 'medium', 'high'] as const
export const priorityNames: Record<(typeof requestPriorities)[number], string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}

/** The status of a request; it starts as received (D60). */
export const requestStatuses = [
  'received',
  'reviewed',
  'approved',
  'in progress',
  'published',
  'denied',
  'already exists',
] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** Maximum lengths in characters, and the number of requests per day (D61). */
export const requestLimits = { agentName: 120, description: 5000, perDay: 20 }

/** How long a new status can be undone, and how much later the person gets a message (D188). */
export const undoSeconds = 10

export const agentRequest = z.object({
  id: z.string(),
  userId: z.string(),
  agentName: z.string(),
  description: z.string(),
  useCase: z.enum(requestUseCases),
  priority: z.enum(requestPriorities),
  status: z.enum(requestStatuses),
  /** The agent created for this request, once published (D61); null when this person cannot see it. */
  agentId: z.nullable(z.string()),
  /** Every status so far, oldest first. */
  history: z.array(z.object({ status: z.enum(requestStatuses), note: z.nullable(z.string()), changedAt: isoTime })),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type AgentRequest = z.output<typeof agentRequest>

export const agentRequests = call('GET /api/agent-requests', {
  who: 'person',
  summary: 'Lists the person’s requests for new agents, newest first.',
  answer: z.array(agentRequest),
})

export const submitRequest = call('POST /api/agent-requests', {
  who: 'person',
  summary: 'Requests a new agent; at most 20 a day (S187, D61).',
  body: z.object({
    agentName: field(requiredLine('Agent name', requestLimits.agentName), { label: 'Agent name' }),
    description: field(requiredText('Description', requestLimits.description), {
      label: 'Description',
      help: 'What should it know, and what should it do for you?',
      kind: 'area',
    }),
    useCase: field(z.enum(requestUseCases, { error: 'Please choose a use case' }), { label: 'Use case' }),
    priority: field(z.enum(requestPriorities, { error: 'Please choose a priority' }), {
      label: 'Priority',
      names: priorityNames,
    }),
  }),
  answer: agentRequest,
  done: ['Request Submitted', "Thank you! We'll review your agent request and get back to you soon."],
  failed: ['Error', 'Failed to submit request. Please try again.'],
  status: 201,
  errors: { too_many_agent_requests: [429, 'You have sent 20 requests today. Please try again tomorrow.'] },
})
