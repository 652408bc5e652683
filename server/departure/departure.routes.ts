import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import * as departure from '#contract/departure/departure.ts'
import type { Services } from '../conversations/services.ts'
import { requirePassword } from '../identity/profile/profile.flow.ts'
import { refuse, refusals } from '../kernel/problem.ts'
import { routes } from '../kernel/serve.ts'
import { signOut } from '../kernel/session.ts'
import { endSignInsOf } from '../identity/sign-in/pending-sign-ins.ts'
import { siteUrl } from '../kernel/site-url.ts'
import { leave } from './leaving.flow.ts'
import { askForExport, type DataExport, findArchive, findNewestExport } from './exports.ts'

const departureCalls = routes<typeof departure, Services>(departure, {
  newestExport: async ({ read, person, at }) => {
    const newest = await findNewestExport(read, person.id, at)
    return { export: newest && toExport(newest) }
  },

  askForExport: async ({ services, person, at, write, fail }) => {
    if (!person.emailVerified) throw fail('email_unverified')
    return toExport(await write((tx) => askForExport(tx, services, person.id, at)))
  },

  deleteAccount: async ({ services, person, body, request, reply }) => {
    await requirePassword(services, person, body.currentPassword)
    const site = siteUrl(services.config, request)
    const erasedAt = (await leave(services, person, site, endSignInsOf)) ?? refuse('last_admin')
    await signOut(request, reply)
    return { success: true, erasedAt }
  },
})

export function departureRoutes(app: FastifyInstance, services: Services): void {
  departureCalls(app, services)
  serveArchives(app, services)
}

function toExport(row: DataExport): z.input<typeof departure.dataExport> {
  return { ...row, state: row.readyAt ? 'ready' : 'preparing' }
}

/**
 * Serves an archive. A browser that follows a mail's link and cannot get the archive is redirected to the page that
 * says why; any other client gets the refusal.
 */
function serveArchives(app: FastifyInstance, { database, clock }: Services): void {
  app.get<{ Params: { id: string } }>(departure.exportFilePath(':id'), async (request, reply) => {
    const { person } = request
    const isId = z.safeParse(z.uuid(), request.params.id).success
    const archive = person && isId ? await findArchive(database.read, request.params.id, person.id, clock.now()) : null
    if (archive) {
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="luna-export.zip"')
        .send(archive)
    }
    if (request.headers['sec-fetch-mode'] === 'navigate') return reply.redirect('/profile#export', 303)
    throw person ? refusals.notFound() : refusals.signedOut()
  })
}
