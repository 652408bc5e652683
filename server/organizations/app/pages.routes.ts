import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandedAppPath, workerPath } from '#contract/organizations/app/branded-app.ts'
import { type FoundApp, findBrandedApp } from './branded-app.ts'
import { maySeeApp } from '../policies.ts'
import { refusals } from '../../kernel/problem.ts'
import type { Services } from '../../conversations/services.ts'
import { siteUrl } from '../../kernel/site-url.ts'
import { appHead } from './head.routes.ts'
import { makeOfflinePage, makeOfflineStyle, makeWorker, offlinePath, offlineStylePath } from './offline.routes.ts'
import { readBrandedFrame, readFrame } from '../../pages/documents.ts'
import { sendDocument } from '../../pages/sending.ts'
import { readTemplate } from '../../pages/template.ts'

type AppRequest = FastifyRequest<{ Params: { slug: string; '*'?: string } }>

/** Below the app's own folder; anything else there is a 404. */
const pages = ['', 'agents', 'agents/']

/**
 * Serves the pages of organizations' own apps, named in their head before any script runs, and what replaces them
 * without a network (D139, D141). What a person may not see is a 404, for browsers and search engines alike.
 */
export function brandedAppPageRoutes(app: FastifyInstance, services: Services): void {
  const send = async (request: AppRequest, reply: FastifyReply) => sendPage(services, request, reply)
  app.get('/o/:slug', send)
  app.get('/o/:slug/*', send)
  app.get(workerPath(':slug'), async (request: AppRequest, reply) => {
    const found = await findPublished(services, request)
    const { html } = await readTemplate()
    return reply.type('text/javascript; charset=utf-8').send(makeWorker(found, html))
  })
  app.get(offlinePath(':slug'), async (request: AppRequest, reply) =>
    reply.type('text/html; charset=utf-8').send(makeOfflinePage(await findPublished(services, request))),
  )
  app.get(offlineStylePath(':slug'), async (request: AppRequest, reply) =>
    reply.type('text/css; charset=utf-8').send(makeOfflineStyle(await findPublished(services, request))),
  )
}

/** Returns the published app at its current address only, because a worker stores these files for later. */
async function findPublished({ database, clock }: Services, request: AppRequest): Promise<FoundApp> {
  const found = await findBrandedApp(database.read, request.params.slug, clock.now())
  if (!found?.isPublished || found.slug !== request.params.slug) throw refusals.notFound()
  return found
}

async function sendPage(services: Services, request: AppRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { read } = services.database
  const { slug, '*': rest = '' } = request.params
  if (/\.[a-z0-9]+$/i.test(rest)) throw refusals.notFound()
  const found = await findBrandedApp(read, slug, request.at)
  reply.headers({ 'cache-control': 'no-store', vary: 'cookie' })
  if (!found || !(await maySeeApp(read, found, request.person)) || !pages.includes(rest)) {
    reply.code(404).header('x-robots-tag', 'noindex')
    return sendDocument(await readFrame(request.url), request, reply)
  }
  const [pathname = ''] = request.url.split('?')
  const present = `${brandedAppPath(found.slug)}${rest}`
  // Former slugs redirect. The app lies in a folder, because without the slash it would include slugs with the same
  // beginning.
  if (pathname !== present) return reply.redirect(`${present}${request.url.slice(pathname.length)}`, 302)
  if (!found.isPublished) reply.header('x-robots-tag', 'noindex')
  return sendDocument(await readBrandedFrame(appHead(found, siteUrl(services.config, request))), request, reply)
}
