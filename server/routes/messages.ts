import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/messages.ts'
import { countMessageOfHour, createMessage, deleteForPerson, listMessages, markRead } from '../domain/messages.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'

export function messageRoutes(app: FastifyInstance, services: Services): void {
  const { config, clock, database } = services
  serve(app, services, messages, {
    communications: async ({ person }) => listMessages(database.read, person.id),
    sendMessage: async ({ person, body, at, write, fail }) =>
      write(async (tx) => {
        const retryAfterSeconds = await countMessageOfHour(tx, person.id, config.rateLimitFactor, clock.real())
        if (retryAfterSeconds !== null) throw fail('too_many_messages', { retryAfterSeconds })
        const sent = await createMessage(tx, person.id, body, at)
        if (!sent) throw fail('message_not_found')
        return sent
      }),
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
