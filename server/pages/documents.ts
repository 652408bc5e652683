import { pathToFileURL } from 'node:url'
import type { FastifyRequest } from 'fastify'
import type { KnownAnswer, PageData, PageRenderer, RenderedPage } from '#contract/rendering.ts'
import { PackedText } from '../kernel/compression.ts'
import type { Services } from '../kernel/services.ts'
import { sessionCookieName } from '../kernel/session-cookie.ts'
import { siteUrl } from '../kernel/site-url.ts'
import { readPublicConfig } from '../settings/public-config.ts'
import { readTemplate, type Template } from './template.ts'

/** A page as it is sent. */
export interface Document {
  html: PackedText
  /** Whether the content is included, so that search engines may index the page. */
  isRendered: boolean
  /** The style sheet inside the page, as a source of the content policy. */
  styleSource: string
}

/** What a page shows besides the public settings; null if it shows nothing else, or there is no such page. */
export type ReadPageData = (pathname: string) => Promise<KnownAnswer[] | null>

/**
 * The documents of the web app. Visitors get public pages with their content, readable without scripts. Signed-in people
 * and all other paths get the frame with a skeleton of the page, which the app fills in the browser.
 */
export class Documents {
  #services: Services
  #readData: ReadPageData
  #listPages: () => Promise<string[]>
  /** The latest rendering of each path, and the inputs that it was made from. */
  #rendered = new Map<string, { madeOf: string; document: Promise<Document> }>()

  constructor(services: Services, readData: ReadPageData, listPages: () => Promise<string[]>) {
    this.#services = services
    this.#readData = readData
    this.#listPages = listPages
  }

  /**
   * Returns the document for a request. The session behind a cookie is not checked here; the browser notices if it has
   * ended. If rendering fails, the frame is returned, so that the app opens even while the database is away.
   */
  async read(request: FastifyRequest, pathname: string): Promise<Document> {
    if (mayBeSignedIn(request, sessionCookieName(this.#services.config))) return readFrame(pathname)
    try {
      return (await this.#renderFor(request, pathname)) ?? (await readFrame(pathname))
    } catch (error) {
      request.log.error({ err: error, requestId: request.id }, 'a page could not be rendered')
      return readFrame(pathname)
    }
  }

  /** Returns the Link header of the frame that a request gets. */
  async readPreloads(request: FastifyRequest, pathname: string): Promise<string | null> {
    const isPerson = mayBeSignedIn(request, sessionCookieName(this.#services.config))
    return preloadsOf(pathname, isPerson ? 'person' : 'visitor')
  }

  /** Returns the URLs of all pages that are rendered for visitors. */
  async pageUrls(request: FastifyRequest): Promise<string[]> {
    const { pagePaths } = await loadRenderer(await readTemplate())
    return [...pagePaths, ...(await this.#listPages())].map(
      (page) => new URL(page, siteUrl(this.#services.config, request)).href,
    )
  }

  async #renderFor(request: FastifyRequest, pathname: string): Promise<Document | null> {
    const template = await readTemplate()
    const renderer = await loadRenderer(template)
    const known = (await this.#readData(pathname)) ?? (renderer.pagePaths.includes(pathname) ? [] : null)
    if (!known) return null
    const data = { config: await readPublicConfig(this.#services), known }
    const origin = siteUrl(this.#services.config, request)
    const madeOf = JSON.stringify([template.stamp, origin, data])
    const last = this.#rendered.get(pathname)
    if (last?.madeOf === madeOf) return last.document
    const document = renderer
      .renderPage(pathname, data, origin)
      .then((page) => toDocument(template, fillPage(template.html, page, data), { isRendered: true }))
    this.#rendered.set(pathname, { madeOf, document })
    document.catch(() => this.#rendered.delete(pathname))
    return document
  }
}

/** The frames of the latest build, by the skeleton in them. */
let frames: { stamp: string; bySkeleton: Map<string, Document> } = { stamp: '', bySkeleton: new Map() }

/**
 * Returns the frame of a path: the outline of the header and a skeleton of the page, which depend neither on the person
 * nor on the database.
 */
export async function readFrame(pathname: string): Promise<Document> {
  const template = await readTemplate()
  const skeleton = (await loadRenderer(template)).renderArrival(pathname)
  if (frames.stamp !== template.stamp) frames = { stamp: template.stamp, bySkeleton: new Map() }
  const known = frames.bySkeleton.get(skeleton)
  if (known) return known
  const document = toDocument(template, fillRoot(template.html, skeleton), { isRendered: false })
  frames.bySkeleton.set(skeleton, document)
  return document
}

/**
 * Returns the Link header of a frame, which requests the files of its screen together with those that it names itself;
 * null where it is not known who will see what. It is no part of the document, because one frame serves many screens.
 * Code of the panel is only for admins (D142).
 */
export async function preloadsOf(pathname: string, viewer: 'visitor' | 'person' | 'admin'): Promise<string | null> {
  const { html, loads } = await readTemplate()
  const screen = loads.screens.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(pathname))
  const isOpen = screen && (screen.access === 'public' || viewer !== 'visitor')
  if (!isOpen || (screen.access === 'admin' && viewer !== 'admin')) return null
  const files = new Set([...loads.app, ...(viewer === 'visitor' ? [] : loads.frame), ...screen.files])
  const late = [...files].filter((file) => !html.includes(file))
  return late.map((file) => `</${file}>; rel=modulepreload`).join(', ') || null
}

/** Returns the frame of an organization's app, with the given head in place of the product's. */
export async function readBrandedFrame(head: string): Promise<Document> {
  const template = await readTemplate()
  const slot = /<title>[^]*?<link rel="manifest"[^>]*>/
  if (!slot.test(template.html)) throw new Error('The built page has no head to replace')
  return toDocument(
    template,
    template.html.replace(slot, () => head),
    { isRendered: true, isKept: false },
  )
}

/** Loads the renderer. The stamp in the URL makes Node load the code again after a new build. */
async function loadRenderer({ renderer, stamp }: Template): Promise<PageRenderer> {
  return (await import(`${pathToFileURL(renderer).href}?${stamp}`)) as PageRenderer
}

function toDocument(
  { styleSource }: Template,
  html: string,
  { isRendered, isKept = true }: { isRendered: boolean; isKept?: boolean },
): Document {
  return { html: new PackedText(html, { isKept }), isRendered, styleSource }
}

function mayBeSignedIn(request: FastifyRequest, cookieName: string): boolean {
  const cookies = request.headers.cookie?.split(';') ?? []
  return cookies.some((cookie) => cookie.trim().startsWith(`${cookieName}=`))
}

/** Puts a skeleton into the frame. */
function fillRoot(template: string, body: string): string {
  return template.replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
}

/** Puts a page into the frame, along with the data that the browser needs to render the same page. */
function fillPage(template: string, page: RenderedPage, data: PageData): string {
  const parts = [
    [/<title>[^]*?<\/title>\s*<meta\s+name="description"[^>]*>/, page.head],
    [
      /<div id="root"><\/div>\s*<noscript>[^]*?<\/noscript>/,
      `<div id="root" data-page="${escapeHtml(JSON.stringify(data))}">${page.body}</div>`,
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
