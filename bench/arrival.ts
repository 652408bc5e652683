import type { Page } from '@playwright/test'
import { openPage, phone, signInAs, slowdown } from './browser.ts'
import { median, type Row } from './report.ts'

const latencyMs = 400
const bytesPerSecond = 400_000 / 8
const visitsPerPage = 3

/** Pages of signed-in people, by whose they are. */
const visits: readonly [email: string, paths: readonly string[]][] = [
  ['ana@luna.test', ['/marketplace', '/dashboard', '/account', '/profile']],
  ['owner@acme.test', ['/organization-dashboard']],
  ['admin@luna.test', ['/admin']],
]

/**
 * Measures on a slow phone (a quarter of the processor, 400 ms to the server, 400 kbit/s) how long header and skeleton
 * take from the document's last byte. The reference is a document of one line, which the server never sends.
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
    lineMs ||= await paintMs(page, '/one-line')
    for (const path of paths) {
      const value = await paintMs(page, path)
      rows.push({ name: path, value, unit: ' ms', ratio: value / lineMs, goal: '<= 1000 ms' })
    }
  }
  await close()
  return rows
}

/** Returns the median time from the document's last byte to the first paint with content, in ms. */
async function paintMs(page: Page, path: string): Promise<number> {
  const times: number[] = []
  for (let visit = 0; visit < visitsPerPage; visit++) {
    await page.goto(path, { waitUntil: 'commit' })
    const painted = await page.waitForFunction(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return paint && document?.responseEnd ? { ms: paint.startTime - document.responseEnd } : null
    })
    times.push((await painted.jsonValue())?.ms ?? Number.POSITIVE_INFINITY)
  }
  return median(times)
}
