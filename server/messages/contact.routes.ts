import type { FastifyInstance } from 'fastify'
import * as contact from '#contract/messages/contact.ts'
import { recordAct } from '../audit/acts.ts'
import { answerContact, countContact, listContacts, storeContact } from './contact-messages.ts'
import { closeAnswered } from './inbox-threads.ts'
import { countMessageOfHour, createMessage } from './messages.ts'
import { readSettings } from '../settings/settings.ts'
import { contactAnswerMail, contactArrivedMail } from './mails/contact.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'
import { actingIn } from '../audit/acting.routes.ts'
import { queueMail } from '../identity/queue-mail.ts'

/** The subject of a contact message among its sender's own messages. */
const subject = 'From the contact page'

export function contactRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services
  serve(app, services, contact, {
    sendContact: async ({ person, body, at, request, write }) => {
      const { website, ...contact } = body
      // A bot gets the same answer, so that it learns nothing.
      if (website !== '') return { success: true }
      const { supportEmail, contactEmail } = await readSettings(database.read)
      const team = supportEmail ?? contactEmail
      await write(async (tx) => {
        if (person) {
          await countMessageOfHour(tx, services, person.id)
          const { message } = contact
          const sent = { subject, message, messageType: 'general', priority: 'normal', audience: 'admins' } as const
          await createMessage(tx, person.id, { ...sent, organizationId: null }, at)
          return
        }
        await countContact(tx, services, request.ip)
        await storeContact(tx, contact, at)
        if (team) await queueMail(tx, services, contactArrivedMail(team, services.siteUrl()))
      })
      return { success: true }
    },

    contactMessages: async () => listContacts(database.read),

    answerContact: async (context) => {
      const { person, params, body, at, write, fail } = context
      return write(async (tx) => {
        const answered = await answerContact(tx, { id: params.id, answer: body.message, adminId: person.id }, at)
        if (answered === 'unknown') throw fail('message_not_found')
        if (answered === 'answered') throw fail('already_answered')
        if (body.close) await closeAnswered(tx, { contactId: params.id })
        const mail = contactAnswerMail({ ...answered, answer: body.message }, services.siteUrl())
        await queueMail(tx, services, mail)
        const target = { kind: 'message', id: params.id } as const
        await recordAct(tx, actingIn(context), { action: 'message.answer', target, after: { isAnswered: true } })
        return answered
      })
    },
  })
}
