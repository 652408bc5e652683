import fs from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import type { PageRenderer } from '#contract/rendering.ts'
import type { Services } from '../kernel/services.ts'
import { sessionCookieName } from '../kernel/session-cookie.ts'
import { siteUrl } from '../kernel/site-url.ts'
import { readPublicConfig } from '../settings/public-config.ts'

const compress = promisify(zlib.brotliCompress)
const built = path.resolve(import.meta.dirname, '../../dist/web')

/** The folder of the files that browsers request. */
export const browserFiles = path.join(built, 'browser')

interface Document {
  html: string
  /** The same document compressed; null for the empty frame. */
  brotli: Buffer | null
  /** Whether the content is included, so that search engines may index the page. */
  isRendered: boolean
}

/**
 * The documents of the web app. Visitors get public pages with their content, readable without scripts. Signed-in people
 * and all other paths get the empty frame, which the app fills in the browser.
 */
export class Documents {
  #services: Services
  /** The latest rendering of each path, and the inputs that it was made from. */
  #rendered = new Map<string, { madeOf: string; document: Promise<Document> }>()

  constructor(services: Services) {
    this.#services = services
  }

  /**
   * Returns the document for a request. The session behind a cookie is not checked here; the browser notices if it has
   * ended. If rendering fails, the frame is returned, so that the app opens even while the database is away.
   */
  async read(request: FastifyRequest, pathname: string): Promise<Document> {
    const template = await readTemplate()
    if (mayBeSignedIn(request, sessionCookieName(this.#services.config))) return frameOnly(template)
    try {
      return (await this.#renderFor(request, pathname, template)) ?? frameOnly(template)
    } catch (error) {
      request.log.error({ err: error, requestId: request.id }, 'a page could not be rendered')
      return frameOnly(template)
    }
  }

  /** Returns the URLs of all pages that are rendered for visitors. */
  async pageUrls(request: FastifyRequest): Promise<string[]> {
    const { pagePaths } = await loadRenderer(await readTemplate())
    return pagePaths.map((page) => new URL(page, siteUrl(this.#services.config, request)).href)
  }

  async #renderFor(request: FastifyRequest, pathname: string, template: Template): Promise<Document | null> {
    const renderer = await loadRenderer(template)
    if (!renderer.pagePaths.includes(pathname)) return null
    const config = await readPublicConfig(this.#services)
    const origin = siteUrl(this.#services.config, request)
    const madeOf = JSON.stringify([template.stamp, origin, config])
    const known = this.#rendered.get(pathname)
    if (known?.madeOf === madeOf) return known.document
    const document = renderer
      .renderPage(pathname, config, origin)
      .then((page) => toDocument(fillTemplate(template.html, page, JSON.stringify(config))))
    this.#rendered.set(pathname, { madeOf, document })
    document.catch(() => this.#rendered.delete(pathname))
    return document
  }
}

interface Template {
  html: string
  /** Changes with every build. */
  stamp: string
}

async function readTemplate(): Promise<Template> {
  const file = path.join(browserFiles, 'index.html')
  const [html, { mtimeMs }] = await Promise.all([fs.readFile(file, 'utf8'), fs.stat(file)])
  return { html, stamp: String(mtimeMs) }
}

/** Loads the renderer. The stamp in the URL makes Node load the code again after a new build. */
async function loadRenderer({ stamp }: Template): Promise<PageRenderer> {
  const file = pathToFileURL(path.join(built, 'server', 'render.js'))
  return (await import(`${file.href}?${stamp}`)) as PageRenderer
}

/** Returns the empty frame, with the given head in place of the product's. */
export async function readFrame(head?: string): Promise<string> {
  const { html } = await readTemplate()
  if (head === undefined) return html
  const slot = /<title>[^]*?<link rel="manifest"[^>]*>/
  if (!slot.test(html)) throw new Error('The built page has no head to replace')
  return html.replace(slot, () => head)
}

function frameOnly(template: Template): Document {
  return { html: template.html, brotli: null, isRendered: false }
}

async function toDocument(html: string): Promise<Document> {
  return { html, brotli: await compress(html), isRendered: true }
}

function mayBeSignedIn(request: FastifyRequest, cookieName: string): boolean {
  const cookies = request.headers.cookie?.split(';') ?? []
  return cookies.some((cookie) => cookie.trim().startsWith(`${cookieName}=`))
}

/** Puts a page into the frame, along with the data that the browser needs to render the same page. */
function fillTemplate(template: string, page: { head: string; body: string }, config: string): string {
  const parts = [
    [/<title>[^]*?<\/title>\s*<meta\s+name="description"[^>]*>/, page.head],
    [
      /<div id="root"><\/div>\s*<noscript>[^]*?<\/noscript>/,
      `<div id="root" data-config="${escapeHtml(config)}">${page.body}</div>`,
    ],
  ] as const
  return parts.reduce((html, [slot, content]) => {
    if (!slot.test(html)) throw new Error(`The built page has no match for ${slot.source}`)
    return html.replace(slot, () => content)
  }, template)
}

/** Returns text escaped for HTML, including quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
