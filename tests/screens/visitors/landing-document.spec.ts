import zlib from 'node:zlib'
import { expect, type Page, test, url } from '../fixtures.ts'
import { enter, subscriber } from '../people.ts'
import { countOf, watchRequests, whenTakenOver } from '../../kit/browser/watch.ts'

/** The landing page as the server sends it: before, without and under the script. */

const kilobyte = 1000

test('everything can be read and followed without any script, at 320 and 1280 px (D157)', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const name of [
      'Talk it through. Get it done.',
      'Your ideas deserve to be heard, read, seen, watched, understood',
      'Meet the agents',
      'A voice that helps you learn, understand, navigate, apply',
      'Pay for the minutes you talk',
      'Every second accounted for',
      'Good questions',
      'Bring the whole team',
    ]) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    await expect(page.getByText('heard, read, seen, watched, understood')).toBeVisible()
    await expect(page.locator('[data-typewriter]').first()).toBeHidden()
    await expect(page.getByText('needs JavaScript')).toHaveCount(0)
    const answer = page.getByText(/^The minutes you buy never do\./)
    await expect(answer).toBeHidden()
    await page.getByText('Do minutes expire?').click()
    await expect(answer).toBeVisible()
    await page.getByText('Do minutes expire?').click()
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'Get Started' })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Open menu' })).toBeHidden()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help Center' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeVisible()
  await context.close()
})

test("the script takes over the server's page, changes nothing, and requests nothing that came with it", async ({
  page,
  context,
}) => {
  const seen = watchRequests(page)
  // /contact puts its form into the space reserved for it, because before the script it could send nothing (D177).
  for (const path of ['/', '/help', '/about', '/organization-info', '/terms-of-service']) {
    const sent = await (await context.request.get(path)).text()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(path)
    await whenTakenOver(page)
    const { before, after, title } = await page.evaluate((html) => {
      // A field refers to its label by an id once more when the script is there.
      const added = /<!--.*?-->| aria-labelledby="base-ui-[^"]*"/g
      const plain = (root: Element | null) => root?.outerHTML.replaceAll(added, '') ?? ''
      const read = new DOMParser().parseFromString(html, 'text/html')
      return {
        before: { main: plain(read.querySelector('main')), title: read.title },
        after: plain(document.querySelector('main')),
        title: document.title,
      }
    }, sent)
    expect(after.length).toBeGreaterThan(500)
    expect(after, path).toBe(before.main)
    expect(title).toBe(before.title)
  }
  expect(countOf(seen, 'GET /api/config') + countOf(seen, 'GET /api/auth/user')).toBe(0)
})

test('a signed-in person never sees the landing page on the way home, but one whose session has ended does (S014)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await enter(context, person)
  await page.goto('/')
  await expect(page).toHaveURL('/marketplace')
  const answer = await context.request.get('/')
  expect(await answer.text()).not.toContain('Purchase Credits')
  const [name = ''] = person.cookie.split('=')
  await context.clearCookies()
  await context.addCookies([{ name, value: 'ended.signature', url }])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Talk it through. Get it done.' })).toBeVisible()
})

test('the page is light: at most 130 kB of script until it is usable, and nothing of later screens', async ({
  page,
}) => {
  const sizes: Promise<[name: string, bytes: number]>[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (!path.endsWith('.js')) return
    sizes.push(response.body().then((body) => [path, zlib.gzipSync(body, { level: 9 }).length]))
  })
  await page.goto('/')
  await whenTakenOver(page)
  const loaded = await Promise.all(sizes)
  const total = loaded.reduce((sum, [, bytes]) => sum + bytes, 0)
  test.info().annotations.push({ type: 'first-load JavaScript, bytes gzip', description: String(total) })
  expect(total).toBeGreaterThan(60 * kilobyte)
  expect(total).toBeLessThanOrEqual(130 * kilobyte)
  expect(
    loaded.map(([name]) => name).filter((name) => /voice|dashboard|chart|account-|checkout|admin|docs/.test(name)),
  ).toEqual([])
})

test('nothing that was painted moves afterwards', async ({ page }) => {
  await watchShifts(page)
  await page.clock.install()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    const { shift, moved } = await visit(page)
    test.info().annotations.push({ type: `CLS at ${viewport.width} px`, description: shift.toFixed(4) })
    expect(shift, moved.join(' | ')).toBeLessThan(0.05)
  }
})

test('what comes later in the document moves nothing that was painted before', async ({ browser }) => {
  const viewport = { width: 1280, height: 900 }
  const context = await browser.newContext({ baseURL: url, javaScriptEnabled: false, viewport })
  const page = await context.newPage()
  const headline = page.getByRole('heading', { level: 1 })
  await page.goto('/')
  const whole = await headline.boundingBox()
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const [before] = (await response.text()).split('<div id="conversation-picture"')
      await route.fulfill({ response, body: before })
    },
  )
  await page.goto('/')
  await expect(page.locator('#conversation-picture')).toHaveCount(0)
  expect(await headline.boundingBox()).toEqual(whole)
  await context.close()
})

/** Loads the page and stays until the headlines have changed their words. */
async function visit(page: Page): Promise<Seen> {
  await page.goto('/')
  await whenTakenOver(page)
  await page.waitForLoadState('load')
  const headline = page.locator('[data-typewriter]').first()
  const before = await headline.textContent()
  for (let atMs = 0; atMs < 4000; atMs += 100) await page.clock.runFor(100)
  await expect(headline).not.toHaveText(before ?? '')
  return shiftsOf(page)
}

/** Keeps what moves on each page that is opened afterwards. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, moved: [] as string[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        if (entry.hadRecentInput) continue
        seen.shift += entry.value
        seen.moved.push(...entry.sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? ''))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shiftsOf(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

interface Shift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

interface Seen {
  shift: number
  moved: string[]
}
