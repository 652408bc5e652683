import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PackedText, sendPacked } from '../kernel/compression.ts'
import type { Services } from '../kernel/services.ts'
import { siteUrl } from '../kernel/site-url.ts'
import { Documents, preloadsOf, type ReadPageData, readFrame } from './documents.ts'
import { sendDocument } from './sending.ts'
import { browserFiles } from './template.ts'

const yearSeconds = 365 * 24 * 60 * 60
/** Pages whose URLs contain a secret or a name, which other sites must not see as a referrer (D18, D107). */
const secretPaths =
  /^\/(reset-password|verify-email|next-steps\/done|mails\/stop|join\/|organization-(register|checkout|success|signup))/

/**
 * Serves the built web app: hashed files are cached forever, documents never. Every path without a file is a page of the
 * app. Files are looked up on each request, so that a new build needs no restart. `readInvitation` returns the data of an
 * invitation, for clients that ask for JSON instead of its page (D112); `readData` what a page of the data itself shows;
 * `listPages` the addresses of such pages.
 */
export async function pageRoutes(
  app: FastifyInstance,
  services: Services,
  {
    readInvitation,
    readData,
    listPages,
  }: {
    readInvitation: (request: FastifyRequest, uniqueLink: string) => Promise<unknown>
    readData: ReadPageData
    listPages: () => Promise<string[]>
  },
): Promise<void> {
  const documents = new Documents(services, readData, listPages)
  await app.register(fastifyStatic, { root: browserFiles, serve: false, cacheControl: false, preCompressed: true })
  app.get('/', async (request, reply) => sendPage(documents, request, reply))
  app.get<{ Params: { uniqueLink: string } }>('/join/:uniqueLink', async (request, reply) => {
    reply.header('referrer-policy', 'no-referrer')
    if (!prefersJson(request)) return sendPage(documents, request, reply, 'accept')
    reply.headers({ 'cache-control': 'no-store', vary: 'accept' })
    return readInvitation(request, request.params.uniqueLink)
  })
  app.get<{ Querystring: { v?: string } }>('/*', async (request, reply) => {
    const pathname = pathOf(request)
    if (secretPaths.test(pathname)) reply.header('referrer-policy', 'no-referrer')
    // A missing file is a 404. A path without an extension is a page of the app, which shows its own not-found screen.
    const isBuilt = pathname.startsWith('/assets/')
    if (!isBuilt && !/\.[a-z0-9]+$/i.test(pathname)) return sendPage(documents, request, reply)
    const isFixed = isBuilt || request.query.v !== undefined
    reply.header('cache-control', isFixed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=300')
    return reply.sendFile(pathname.slice(1))
  })
  crawlerRoutes(app, services, documents)
}

/** Serves robots.txt and the sitemap to search engines. */
function crawlerRoutes(app: FastifyInstance, services: Services, documents: Documents): void {
  app.get('/robots.txt', async (request, reply) => {
    const map = new URL('/sitemap.xml', siteUrl(services.config, request)).href
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /standins/', `Sitemap: ${map}`]
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
  app.get('/sitemap.xml', async (request, reply) => {
    const urls = (await documents.pageUrls(request)).map((url) => `  <url><loc>${url}</loc></url>`)
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...urls,
      '</urlset>',
    ]
    const map = new PackedText(`${lines.join('\n')}\n`, { isKept: false })
    return sendPacked(request, reply.type('application/xml; charset=utf-8'), map)
  })
}

/** Returns whether a client prefers JSON to a page, for URLs that serve both (D112). */
function prefersJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  const position = (type: string) => accept.split(',').findIndex((part) => part.trim().startsWith(type))
  const [json, html] = [position('application/json'), position('text/html')]
  return json >= 0 && (html < 0 || json < html)
}

async function sendPage(
  documents: Documents,
  request: FastifyRequest,
  reply: FastifyReply,
  ...alsoVariesBy: string[]
): Promise<FastifyReply> {
  const document = await documents.read(request, pathOf(request))
  if (!document.isRendered) {
    reply.header('x-robots-tag', 'noindex')
    const preloads = await documents.readPreloads(request, pathOf(request))
    if (preloads) reply.header('link', preloads)
  }
  return sendDocument(document, request, reply, ['cookie', ...alsoVariesBy])
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? '/'
}

/**
 * The pages for platform admins. Other signed-in people get a 404, and search engines may not index them (D142). Visitors
 * can sign in there (D1), and admins who still have to set up two-factor sign-in do so there (D27).
 */
export function adminPageRoutes(app: FastifyInstance): void {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const { person } = request
    if (person && person.role !== 'admin' && !person.mustSetUpTwoFactor) reply.code(404)
    reply.header('x-robots-tag', 'noindex')
    const preloads = person?.role === 'admin' ? await preloadsOf(pathOf(request), 'admin') : null
    if (preloads) reply.header('link', preloads)
    return sendDocument(await readFrame('/admin'), request, reply)
  }
  app.get('/admin', send)
  app.get('/admin/*', send)
}
