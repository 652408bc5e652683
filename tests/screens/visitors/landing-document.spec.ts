import { tagged } from '../../kit/tags.ts'
import zlib from 'node:zlib'
import { expect, test, url } from '../fixtures.ts'
import { enter, subscriber } from '../people.ts'
import { countOf, watchRequests, whenTakenOver } from '../../kit/browser/watch.ts'

/** The landing page as the server sends it: before, without and under the script. */

const kilobyte = 1000

test('the script takes over the page of the server, changes nothing, and requests nothing again', async ({
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

test(
  'a signed-in person never sees the landing page, but one whose session has ended does',
  tagged('S014'),
  async ({ page, context }) => {
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
  },
)

test('the page is light: at most 130 kB of script until it is usable', async ({ page }) => {
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
