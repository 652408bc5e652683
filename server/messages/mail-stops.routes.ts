import type { FastifyInstance } from 'fastify'
import * as mailStops from '#contract/messages/mail-stops.ts'
import { Problem } from '../kernel/problem.ts'
import { takeRawBodies } from '../kernel/raw-bodies.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'
import { isMailStopped, readStopToken, setMailStopped } from './mails/mail-stops.ts'

/** Stopping mails: the calls of the page, and the button of mail programs. */
export function mailStopRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services
  serve(app, services, mailStops, {
    mailStop: async ({ query, fail }) => {
      const stop = readStopToken(services, query.token)
      if (!stop) throw fail('invalid_token')
      return { kind: stop.kind, isStopped: await isMailStopped(database.read, stop) }
    },

    stopMails: async ({ body: { token, isStopped }, at, write, fail }) => {
      const stop = readStopToken(services, token)
      if (!stop) throw fail('invalid_token')
      await write((tx) => setMailStopped(tx, stop, isStopped, at))
      return { kind: stop.kind, isStopped }
    },
  })
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
