import zlib from 'node:zlib'
import * as luna from '#tests/screens.ts'
import { context, expect, page, test, url, whenTakenOver } from '#tests/screens.ts'

/** The landing page as the server sends it: before, without and under the script. */

const kilobyte = 1000

test('the script takes over the page of the server, and requests nothing again', async () => {
  const seen = luna.watchRequests(page)
  // /contact puts its form into the space reserved for it, because before the script it could send nothing (D177).
  for (const path of ['/', '/agents', '/help', '/about', '/organization-info', '/terms-of-service']) {
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
  const calls = seen.map(({ call }) => call)
  expect(calls.filter((call) => /^GET .api.(config|auth.user)$/.test(call))).toEqual([])
})

test('the page is light: at most 130 kB of script until it is usable', async () => {
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

test('what comes later in the document moves nothing that was painted before', async ({ browser }) => {
  const viewport = { width: 1280, height: 900 }
  const still = await browser.newPage({ baseURL: url, javaScriptEnabled: false, viewport })
  const headline = still.getByRole('heading', { level: 1 })
  await still.goto('/')
  const whole = await headline.boundingBox()
  await still.route(
    (url) => url.pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const [before] = (await response.text()).split('<div id="conversation-picture"')
      await route.fulfill({ response, body: before })
    },
  )
  await still.goto('/')
  await expect(still.locator('#conversation-picture')).toHaveCount(0)
  expect(await headline.boundingBox()).toEqual(whole)
})
