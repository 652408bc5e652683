import type { FastifyInstance } from 'fastify'
import * as messages from '#contract/messages/messages.ts'
import { countMessageOfHour, countRequest, createMessage, deleteForPerson, listMessages, markRead } from './messages.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'
import * as contact from '#contract/messages/contact.ts'
import { recordAct } from '../audit/acts.ts'
import { answerContact, countContact, listContacts, storeContact } from './contact-messages.ts'
import { closeAnswered } from './inbox-threads.ts'
import { readSettings } from '../settings/settings.ts'
import { contactAnswerMail, contactArrivedMail } from './mails/staff.ts'
import { actingIn } from '../audit/acting.routes.ts'
import { queueMail } from '../identity/queue-mail.ts'
import * as mailStops from '#contract/messages/mail-stops.ts'
import { Problem, refuse } from '../kernel/problem.ts'
import { takeRawBodies } from '../kernel/upload.ts'
import { isMailStopped, readStopToken, setMailStopped } from './mails/mail-stops.ts'

/** What members ask their admins for; other messages ask for nothing. */
const requestKinds = { general: null, minutes_request: 'minutes', agents_request: 'agents' } as const

export const messageRoutes = routes(messages, {
  communications: async ({ read, person }) => listMessages(read, person.id),

  sendMessage: async ({ services, person, membership, body, at, write, fail }) => {
    const kind = requestKinds[body.messageType]
    const audience = kind ? 'organization' : body.audience
    const organizationId = membership?.organizationId ?? null
    if (audience === 'organization' && organizationId === null) throw fail('no_organization', { field: 'audience' })
    return write(async (tx) => {
      await countMessageOfHour(tx, services, person.id)
      const sent = await createMessage(tx, person.id, { ...body, audience, organizationId }, at)
      if (kind && organizationId !== null) await countRequest(tx, services, { kind, userId: person.id, organizationId })
      return sent
    })
  },

  markMessageRead: ({ person, params, at, write }) => write((tx) => markRead(tx, person.id, params.id, at)),
  deleteMessage: ({ person, params, at, write }) => write((tx) => deleteForPerson(tx, person.id, params.id, at)),
})

/** The subject of a contact message among its sender's own messages. */
const subject = 'From the contact page'

export const contactRoutes = routes(contact, {
  sendContact: async ({ services, read, person, body, at, request, write }) => {
    const { website, ...contact } = body
    // A bot gets the same answer, so that it learns nothing.
    if (website !== '') return
    const { supportEmail, contactEmail } = await readSettings(read)
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
  },

  contactMessages: async ({ readLong }) => listContacts(readLong),

  answerContact: async (context) => {
    const { services, person, params, body, at, write } = context
    return write(async (tx) => {
      const answered = await answerContact(tx, { id: params.id, answer: body.message, adminId: person.id }, at)
      if (body.close) await closeAnswered(tx, { contactId: params.id })
      const mail = contactAnswerMail({ ...answered, answer: body.message }, services.siteUrl())
      await queueMail(tx, services, mail)
      const target = { kind: 'message', id: params.id } as const
      await recordAct(tx, actingIn(context), { action: 'message.answer', target, after: { isAnswered: true } })
      return answered
    })
  },
})

/** Stopping mails: the calls of the page, and the button of mail programs. */
const mailStopCalls = routes(mailStops, {
  mailStop: async ({ services, read, query }) => {
    const stop = readStopToken(services, query.token) ?? refuse('invalid_token')
    return { kind: stop.kind, isStopped: await isMailStopped(read, stop) }
  },

  stopMails: async ({ services, body: { token, isStopped }, at, write }) => {
    const stop = readStopToken(services, token) ?? refuse('invalid_token')
    await write((tx) => setMailStopped(tx, stop, isStopped, at))
    return { kind: stop.kind, isStopped }
  },
})

export function mailStopRoutes(app: FastifyInstance, services: Services): void {
  mailStopCalls(app, services)
  takeMailPrograms(app, services)
}

/** Takes the posts of mail programs: a form that says no more than List-Unsubscribe=One-Click (RFC 8058). */
function takeMailPrograms(app: FastifyInstance, services: Services): void {
  void app.register(async (own) => {
    takeRawBodies(own)
    own.post<{ Querystring: { token?: unknown } }>(mailStops.mailStopPath, async ({ query }, reply) => {
      const stop = readStopToken(services, String(query.token))
      if (!stop) {
        const [status, message] = mailStops.stopMails.errors.invalid_token
        throw new Problem(status, 'invalid_token', message)
      }
      await services.database.write((tx) => setMailStopped(tx, stop, true, services.clock.now()))
      return reply.code(204).send()
    })
  })
}
