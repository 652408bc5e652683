import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/messages/messages.ts'
import {
  countMessageOfHour,
  countMinutesRequest,
  createMessage,
  deleteForPerson,
  listMessages,
  markRead,
} from './messages.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'

export function messageRoutes(app: FastifyInstance, services: Services): void {
  const { config, clock, database } = services
  serve(app, services, messages, {
    communications: async ({ person }) => listMessages(database.read, person.id),
    sendMessage: async ({ person, membership, body, at, write, fail }) => {
      const isRequest = body.messageType === 'minutes_request'
      const audience = isRequest ? 'organization' : body.audience
      const organizationId = membership?.organizationId ?? null
      if (audience === 'organization' && organizationId === null) throw fail('no_organization', { field: 'audience' })
      return write(async (tx) => {
        const retryAfterSeconds = await countMessageOfHour(tx, person.id, config.rateLimitFactor, clock.real())
        if (retryAfterSeconds !== null) throw fail('too_many_messages', { retryAfterSeconds })
        const sent = await createMessage(tx, person.id, { ...body, audience, organizationId }, at)
        if (!sent) throw fail('message_not_found')
        if (!isRequest || organizationId === null) return sent
        const waitSeconds = await countMinutesRequest(tx, person.id, organizationId, clock.real())
        if (waitSeconds !== null) throw fail('minutes_requested', { retryAfterSeconds: waitSeconds })
        return sent
      })
    },
    markMessageRead: async ({ person, params, at, write, fail }) => {
      const message = await write((tx) => markRead(tx, person.id, params.id, at))
      if (!message) throw fail('message_not_found')
      return message
    },
    deleteMessage: async ({ person, params, at, write, fail }) => {
      const isDeleted = await write((tx) => deleteForPerson(tx, person.id, params.id, at))
      if (!isDeleted) throw fail('message_not_found')
      return { success: true }
    },
  })
}
