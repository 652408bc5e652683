import type { BrowserContext, CDPSession, Page } from '@playwright/test'

const viewport = { width: 1280, height: 720 }

/** Methods whose effect lasts as long as the page or the window on which they are called. */
const lasting = ['addInitScript', 'exposeFunction', 'exposeBinding', 'route', 'setOffline'] as const

/** One window for all tests of a worker, because opening one is slow; `tidy` clears the rest between tests. */
export class KeptWindow {
  readonly #origin: string
  readonly #open: () => Promise<BrowserContext>
  #context: BrowserContext | null = null
  #page: Page | null = null
  #session: CDPSession | null = null
  #hasLasting = { page: false, context: false }

  /** `open` creates a window with a viewport of 1280 x 720 whose tests stay at `origin`. */
  constructor(origin: string, open: () => Promise<BrowserContext>) {
    this.#origin = origin
    this.#open = open
  }

  async page(): Promise<Page> {
    if (this.#page) return this.#page
    this.#context ??= this.#watched('context', await this.#open())
    this.#page = this.#watched('page', await this.#context.newPage())
    this.#session = await this.#context.newCDPSession(this.#page)
    return this.#page
  }

  /** Clears everything that a test left behind, except cached files. */
  async tidy(): Promise<void> {
    const context = this.#context
    const page = this.#page
    const session = this.#session
    if (!context || !page || !session) return
    // Playwright's clock belongs to the context and never leaves it.
    if (page.isClosed() || this.#hasLasting.context || (await page.evaluate(() => '__pwClock' in window))) {
      await this.close()
      return
    }
    const others = context.pages().filter((other) => other !== page)
    await Promise.all([...others.map((other) => other.close()), context.clearPermissions()])
    await leave(page)
    const storageTypes = 'cookies,indexeddb,local_storage,service_workers,cache_storage'
    await session.send('Storage.clearDataForOrigin', { origin: this.#origin, storageTypes })
    await session.send('Page.resetNavigationHistory')
    await context.clearCookies()
    if (!this.#hasLasting.page) return
    await page.close()
    this.#page = null
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = null
    this.#page = null
  }

  /** Notes when a method with a lasting effect is called. */
  #watched<T extends Page | BrowserContext>(kind: 'page' | 'context', of: T): T {
    this.#hasLasting[kind] = false
    const methods = of as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    for (const name of lasting) {
      const act = methods[name]?.bind(of)
      if (!act) continue
      methods[name] = (...given) => {
        this.#hasLasting[kind] = true
        return act(...given)
      }
    }
    return of
  }
}

/** Things that close are gone at once, not frames later; tests that ask for motion see it fade. */
export async function closeAtOnce(context: BrowserContext): Promise<BrowserContext> {
  await context.addInitScript(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)')
    // Base UI asks for it before it waits for the animations of a closing part.
    Object.defineProperty(globalThis, 'BASE_UI_ANIMATIONS_DISABLED', { get: () => isStill.matches })
  })
  return context
}

/** Opens an empty document of the same origin, with the settings of a new page. */
async function leave(page: Page): Promise<void> {
  page.removeAllListeners()
  // A form with unsaved changes asks first.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.mouse.move(-1, -1)
  // Null would not return to the reduced motion of a new page, and moving rays cost as much as all else.
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce', forcedColors: null })
  const { width, height } = page.viewportSize() ?? viewport
  if (width !== viewport.width || height !== viewport.height) await page.setViewportSize(viewport)
  await page.goto('/favicon.svg')
  await page.evaluate(() => {
    sessionStorage.clear()
    window.name = ''
  })
  page.removeAllListeners()
}
