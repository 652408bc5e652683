import type { Page } from '@playwright/test'
import { openPage, phone, signInAs, slowdown } from './browser.ts'
import { median, type Row } from './report.ts'

const latencyMs = 400
const bytesPerSecond = 400_000 / 8
const visitsPerPage = 3

/** Every page of signed-in people whose address names nothing, by whose they are. */
const visits: readonly [email: string, paths: readonly string[]][] = [
  [
    'ana@luna.test',
    [
      '/marketplace',
      '/dashboard',
      '/dashboard/sessions',
      '/dashboard/requests',
      '/dashboard/next-steps',
      '/messages',
      '/account',
      '/account/minutes',
      '/account/receipts',
      '/checkout',
      '/invitations',
      '/profile',
      '/profile/memory',
    ],
  ],
  ['owner@acme.test', ['/organization-dashboard', '/organizations']],
  ['admin@luna.test', ['/admin', '/admin/overview', '/admin/audit', '/admin/payments', '/admin/settings']],
]

/**
 * Measures on a slow phone (a quarter of the processor, 400 ms to the server, 400 kbit/s, nothing cached) how long a page
 * takes from the document's last byte to header and skeleton, and to its own heading and data. The reference is the first
 * paint of a document of one line, which the server never sends.
 */
export async function benchArrival(url: string): Promise<Row[]> {
  const { page, devtools, close } = await openPage(url, phone)
  await page.route('**/one-line', (route) => route.fulfill({ contentType: 'text/html', body: '<p>One line</p>' }))
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const rows: Row[] = []
  let lineMs = 0
  for (const [email, paths] of visits) {
    await signInAs(page, email)
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    lineMs ||= (await visit(page, '/one-line', () => true)).paintMs
    for (const path of paths) {
      const { paintMs, contentMs } = await visit(page, path, showsContent)
      rows.push({ name: `${path}, skeleton`, value: paintMs, unit: ' ms', ratio: paintMs / lineMs, goal: '<= 1000 ms' })
      rows.push({
        name: `${path}, content`,
        value: contentMs,
        unit: ' ms',
        ratio: contentMs / lineMs,
        goal: '<= 4000 ms',
      })
    }
  }
  await close()
  return rows
}

/** Runs in the page. Returns whether it shows its own heading, and no part of it is still loading. */
function showsContent(): boolean {
  const main = document.querySelector('main')
  return Boolean(main?.querySelector('h1') && !main.querySelector('[data-loading], [aria-busy=true]'))
}

/** Returns the median times, in ms from the document's last byte, to the first paint with content and to `isThere`. */
async function visit(page: Page, path: string, isThere: () => boolean) {
  const paints: number[] = []
  const contents: number[] = []
  for (let count = 0; count < visitsPerPage; count++) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(isThere)
    const { paintMs, contentMs } = await page.evaluate(() => {
      const now = performance.now()
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? now
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const endMs = document?.responseEnd ?? 0
      return { paintMs: paint - endMs, contentMs: now - endMs }
    })
    paints.push(paintMs)
    contents.push(contentMs)
  }
  return { paintMs: median(paints), contentMs: median(contents) }
}
