import zlib from 'node:zlib'
import * as luna from '#tests/screens.ts'
import { landingAgents } from '#contract/agents/landing-agents.ts'
import { context, expect, page, tagged, test, url, whenTakenOver } from '#tests/screens.ts'
import { idOfAgent } from '../conversations/voice/talking.ts'

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

/** Notes the scripts that the page loads from now on. Returns the names and the sum of the sizes, in bytes of gzip. */
function watchScripts(): () => Promise<{ names: string[]; bytes: number }> {
  const sizes: Promise<[name: string, bytes: number]>[] = []
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    if (!path.endsWith('.js')) return
    sizes.push(response.body().then((body) => [path, zlib.gzipSync(body, { level: 9 }).length]))
  })
  return async () => {
    const loaded = await Promise.all(sizes)
    return { names: loaded.map(([name]) => name), bytes: loaded.reduce((sum, [, bytes]) => sum + bytes, 0) }
  }
}

test('pages for visitors load at most 5 kB of script until touched, then 132 kB', async () => {
  const [agent] = landingAgents
  const agentPath = `/agents/${await idOfAgent(agent)}`
  for (const path of ['/', '/organization-info', agentPath, '/agents', '/about', '/help', '/privacy-policy']) {
    const readScripts = watchScripts()
    await page.goto(path, { waitUntil: 'networkidle' })
    const { names, bytes } = await readScripts()
    expect(names.length, path).toBeGreaterThan(0)
    expect(bytes, path).toBeLessThanOrEqual(5 * kilobyte)
  }
  const readScripts = watchScripts()
  await page.goto('/')
  await whenTakenOver(page)
  const { names, bytes } = await readScripts()
  test.info().annotations.push({ type: 'first-load JavaScript, bytes gzip', description: String(bytes) })
  expect(bytes).toBeGreaterThan(60 * kilobyte)
  expect(bytes).toBeLessThanOrEqual(132 * kilobyte)
  expect(names.filter((name) => /voice|dashboard|chart|account-|checkout|admin|docs/.test(name))).toEqual([])
})

/** Lets the app's files wait until the returned function is called; the entry comes at once. */
async function holdApp(): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(isOfApp, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

const isOfApp = ({ pathname }: URL) => /^\/assets\/(?!entry-).*\.js$/.test(pathname)

test('presses before the app is there are kept, and repeated once', async () => {
  const release = await holdApp()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const pause = page.getByRole('button', { name: 'Pause animation' }).first()
  await pause.click()
  await pause.click()
  await page.getByRole('radio', { name: 'Dark theme' }).locator('..').click()
  await page.getByText('Do minutes expire?').click()
  await expect(page.getByText(/^The minutes you buy never do\./)).toBeVisible()
  await expect(pause).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Play animation' })).toHaveCount(1)
  await expect(page.getByRole('radio', { name: 'Dark theme' })).toBeChecked()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // The server knows no theme; the entry shows the choice of the visit before.
  const releaseNext = await holdApp()
  await page.goto('/about')
  await expect(page.getByRole('radio', { name: 'Dark theme' })).toBeChecked()
  releaseNext()
})

test('text typed before the app is there is kept, and its first key loads the app', async () => {
  const release = await holdApp()
  await page.goto('/help')
  const field = page.getByRole('searchbox', { name: 'Search the answers' })
  const asked = page.waitForRequest((request) => isOfApp(new URL(request.url())))
  await page.keyboard.press('Tab')
  await asked
  await field.pressSequentially('refund')
  release()
  await expect(page).toHaveURL('/help?q=refund')
  await expect(field).toHaveValue('refund')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ answers?$/ })).toBeVisible()
})

test('headlines are typed before anybody touches the page', tagged('S039 S040'), async () => {
  await holdApp()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/')
  const typed = page.locator('[data-typewriter]')
  for (const [headline, words] of [
    ['read', 'seen'],
    ['understand', 'navigate'],
  ].entries())
    for (const word of words) await expect(typed.nth(headline)).toHaveText(word, { timeout: 30_000 })
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
