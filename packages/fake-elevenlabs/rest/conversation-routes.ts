/** Records of conversations on the provider's REST interface, paths relative to `/v1/convai`. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { conversationStatuses, readRecord, type ConversationRecord } from '../records/conversations.ts'
import type { PostCall } from '../records/post-call.ts'
import type { Records } from '../records/records.ts'
import { need, readQuery, refuse } from '../vendor-errors.ts'
import { listOf, pageFields, pageOf } from './pages.ts'

export interface ConversationRouteParts {
  conversations: Records<ConversationRecord>
  postCall: PostCall
  /** The stand-in's time in ms. */
  now(): number
}

type ById = { Params: { id: string } }

const seconds = z.optional(z.coerce.number().check(z.int()))
const listQuery = z.object({
  ...pageFields,
  agent_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  call_start_after_unix: seconds,
  call_start_before_unix: seconds,
  call_duration_min_secs: seconds,
  call_duration_max_secs: seconds,
  exclude_statuses: z.optional(listOf(z.enum(conversationStatuses))),
  sort_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
})

export function registerConversations(app: FastifyInstance, parts: ConversationRouteParts): void {
  const { conversations, now, postCall } = parts
  const find = (id: string) => need(conversations.get(id), 'conversation', id)
  app.get('/conversations', (request) => {
    const query = readQuery(listQuery, request)
    const records = conversations.values().map((record) => readRecord(record, now()))
    const wanted = filterConversations(records, query)
    const { items, rest } = pageOf(wanted, query, ({ conversation_id: id }) => id)
    return { conversations: items.map(toListItem), ...rest }
  })
  app.get<ById>('/conversations/:id', ({ params }) => readRecord(find(params.id), now()))
  app.post<ById>('/conversations/:id/analysis/run', ({ params }) => {
    const record = find(params.id)
    if (record.status !== 'done' && record.status !== 'failed') {
      refuse(400, 'conversation_not_finished', 'The conversation is not finished yet.')
    }
    const analysed = postCall.analysed(record)
    conversations.set(record.conversation_id, analysed)
    return analysed
  })
  app.delete<ById>('/conversations/:id', ({ params }) => {
    conversations.delete(find(params.id).conversation_id)
    return {}
  })
}

type ConversationFilter = Omit<z.infer<typeof listQuery>, 'cursor' | 'page_size'>

/** Returns the conversations that a list asks for, newest first unless it says otherwise. */
function filterConversations(records: ConversationRecord[], filter: ConversationFilter): ConversationRecord[] {
  const { call_start_after_unix: after = -Infinity, call_start_before_unix: before = Infinity } = filter
  const { call_duration_min_secs: shortest = 0, call_duration_max_secs: longest = Infinity } = filter
  const direction = filter.sort_direction === 'asc' ? -1 : 1
  return records
    .filter((record) => !filter.agent_id || record.agent_id === filter.agent_id)
    .filter((record) => !filter.user_id || record.user_id === filter.user_id)
    .filter(({ metadata: { start_time_unix_secs: start } }) => start >= after && start <= before)
    .filter(({ metadata: { call_duration_secs: lasted } }) => lasted >= shortest && lasted <= longest)
    .filter(({ status }) => !filter.exclude_statuses?.includes(status))
    .toSorted(
      (a, b) =>
        direction * (b.metadata.start_time_unix_secs - a.metadata.start_time_unix_secs) ||
        a.conversation_id.localeCompare(b.conversation_id),
    )
}

function toListItem({
  agent_id,
  agent_name,
  analysis,
  conversation_id,
  metadata,
  status,
  transcript,
}: ConversationRecord) {
  return {
    agent_id,
    agent_name,
    conversation_id,
    start_time_unix_secs: metadata.start_time_unix_secs,
    call_duration_secs: metadata.call_duration_secs,
    message_count: transcript.length,
    status,
    call_successful: analysis?.call_successful ?? 'unknown',
    call_summary_title: analysis?.call_summary_title ?? null,
  }
}
