/** Records of conversations on the provider's REST interface, paths relative to `/v1/convai`. */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { readQuery } from '../read-request.ts'
import {
  conversationStatuses,
  listConversations,
  readRecord,
  type ConversationRecord,
} from '../records/conversations.ts'
import type { PostCall } from '../records/post-call.ts'
import type { Records } from '../records/records.ts'
import { sendFault, sendUnknownConversation } from '../vendor-errors.ts'

export interface ConversationRouteParts {
  conversations: Records<ConversationRecord>
  postCall: PostCall
  /** The stand-in's time in ms. */
  now(): number
}

type ById = { Params: { id: string } }

const seconds = z.optional(z.coerce.number().check(z.int()))
const list = <Item extends z.ZodMiniType>(item: Item) =>
  z.optional(
    z.pipe(
      z.transform((value: unknown) => (Array.isArray(value) ? value : [value])),
      z.array(item),
    ),
  )
const listQuery = z.object({
  agent_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  cursor: z.optional(z.string()),
  page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  call_start_after_unix: seconds,
  call_start_before_unix: seconds,
  call_duration_min_secs: seconds,
  call_duration_max_secs: seconds,
  exclude_statuses: list(z.enum(conversationStatuses)),
  sort_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
})
const summaryQuery = z.object({
  max_messages: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 40),
})

export function registerConversations(app: FastifyInstance, parts: ConversationRouteParts): void {
  const { conversations, now, postCall } = parts
  app.get('/conversations', (request, reply) => {
    const query = readQuery(listQuery, request, reply)
    if (!query) return reply
    const records = conversations.values().map((record) => readRecord(record, now()))
    return reply.send(listConversations(records, query))
  })
  app.get<ById>('/conversations/:id', (request, reply) => {
    const record = conversations.get(request.params.id)
    return record ? reply.send(readRecord(record, now())) : sendUnknownConversation(reply, request.params.id)
  })
  app.get<ById>('/conversations/:id/summary', (request, reply) => {
    const query = readQuery(summaryQuery, request, reply)
    if (!query) return reply
    const record = conversations.get(request.params.id)
    if (!record) return sendUnknownConversation(reply, request.params.id)
    return reply.send(summarize(readRecord(record, now()), query.max_messages))
  })
  app.post<ById>('/conversations/:id/analysis/run', (request, reply) => {
    const record = conversations.get(request.params.id)
    if (!record) return sendUnknownConversation(reply, request.params.id)
    if (record.status !== 'done' && record.status !== 'failed') {
      return sendFault(reply, 400, 'conversation_not_finished', 'The conversation is not finished yet.')
    }
    const analysed = postCall.analysed(record)
    conversations.set(record.conversation_id, analysed)
    return reply.send(analysed)
  })
  app.delete<ById>('/conversations/:id', (request, reply) => {
    if (!conversations.get(request.params.id)) return sendUnknownConversation(reply, request.params.id)
    conversations.delete(request.params.id)
    return reply.send({})
  })
}

function summarize(record: ConversationRecord, mostMessages: number): Record<string, unknown> {
  const { agent_id, analysis, conversation_id, status, transcript } = record
  const messages = transcript.slice(0, mostMessages).map(({ message, role }) => ({ role, text: message }))
  return {
    agent_id,
    conversation_id,
    status,
    messages,
    call_summary_title: analysis?.call_summary_title ?? null,
    transcript_summary: analysis?.transcript_summary ?? null,
    call_successful: analysis?.call_successful ?? null,
    message_count: transcript.length,
    messages_omitted: transcript.length - messages.length,
    note: '',
  }
}
