import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/messages/messages.ts'
import { countMessageOfHour, countRequest, createMessage, deleteForPerson, listMessages, markRead } from './messages.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'

/** What members ask their admins for; other messages ask for nothing. */
const requestKinds = { general: null, minutes_request: 'minutes', agents_request: 'agents' } as const

export function messageRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services
  serve(app, services, messages, {
    communications: async ({ person }) => listMessages(database.read, person.id),
    sendMessage: async ({ person, membership, body, at, write, fail }) => {
      const kind = requestKinds[body.messageType]
      const audience = kind ? 'organization' : body.audience
      const organizationId = membership?.organizationId ?? null
      if (audience === 'organization' && organizationId === null) throw fail('no_organization', { field: 'audience' })
      return write(async (tx) => {
        await countMessageOfHour(tx, services, person.id)
        const sent = await createMessage(tx, person.id, { ...body, audience, organizationId }, at)
        if (!sent) throw fail('message_not_found')
        if (kind && organizationId !== null)
          await countRequest(tx, services, { kind, userId: person.id, organizationId })
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
