import type { CDPSession, Page } from '@playwright/test'
import pg from 'pg'
import { buildWebIfStale } from '../scripts/running/build.mjs'
import { openPage, signInAs, startTalking } from './browser.ts'
import { grantMinutes, startLuna } from './people.ts'
import { describeLoad } from './report.ts'
import { buildProbe } from './voice-lab/lab.ts'

/**
 * Holds one conversation through the whole product for an hour, or for `--minutes`, and prints every minute what it lost
 * and how much its page grew; exits with code 1 when it lost anything.
 */
const named = process.argv.indexOf('--minutes')
const minutes = named < 0 ? 60 : Number(process.argv[named + 1])
if (!(minutes > 0)) throw new Error('--minutes wants a number above 0')

/** Code that runs for the first time is still being compiled and kept. */
const warmUpMinutes = 1
/** The fastest frame of so many seconds shows how far the wire lags behind the microphone. */
const lookSeconds = 5
/** A busy machine delays every frame of some looks; lost sound is missing in each. */
const mostLooks = 5
/** One window of sound, which is one frame on the wire. */
const frameMs = (1024 / 48_000) * 1000
const maxHeapGrowthBytes = 2_000_000

await buildWebIfStale()
const luna = await startLuna()
const { page, devtools, close } = await openPage(luna.url)
try {
  const owner = new pg.Client({ connectionString: luna.databaseUrl })
  await owner.connect()
  // More than the demo person has, and more than the conversation lasts.
  await grantMinutes(owner, 'ana@luna.test', minutes + warmUpMinutes + 10)
  await owner.end()
  await page.addInitScript(await buildProbe())
  await signInAs(page)
  await startTalking(page)
  await page.waitForTimeout(warmUpMinutes * 60_000)
  for (const fault of await soak()) {
    console.error(fault)
    process.exitCode = 1
  }
} finally {
  await close()
  await luna.stop()
}
process.exit()

/** Watches the live conversation. Returns what misses the goals at the end. */
async function soak(): Promise<string[]> {
  const before = await look(page, devtools)
  let [now, lost] = [before, 0]
  for (let minute = 1; minute <= minutes; minute++) {
    await page.waitForTimeout((60 - lookSeconds) * 1000)
    for (let looks = 0; looks === 0 || (lost > 0 && looks < mostLooks); looks++) {
      now = await look(page, devtools)
      lost = Math.round((now.lagMs - before.lagMs) / frameMs)
    }
    const heap = `${((now.heapBytes - before.heapBytes) / 1000).toFixed(0)} kB more heap`
    const long = `${now.longTasks - before.longTasks} tasks over 50 ms`
    console.log(`${minute} min: ${lost} frames lost, ${heap}, ${long}, ${now.sockets} sockets, ${describeLoad()}`)
  }
  const grownBytes = now.heapBytes - before.heapBytes
  return [
    ...(lost === 0 ? [] : [`${lost} frames were lost`]),
    ...(grownBytes <= maxHeapGrowthBytes ? [] : [`the heap grew by ${grownBytes} bytes`]),
    ...(now.sockets === before.sockets ? [] : [`the line broke ${now.sockets - before.sockets} times`]),
  ]
}

/** Returns the page's heap after a collection, and what the probe has seen of the conversation. */
async function look(shown: Page, session: CDPSession) {
  // What the first collection releases keeps other things until the next.
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize: heapBytes } = await session.send('Runtime.getHeapUsage')
  await shown.evaluate(() => window.voiceProbe!.takeLagMs())
  await shown.waitForTimeout(lookSeconds * 1000)
  const seen = await shown.evaluate(() => {
    const { record, takeLagMs } = window.voiceProbe!
    return { lagMs: takeLagMs(), sockets: record.sockets, longTasks: record.longTasksMs.length }
  })
  return { ...seen, heapBytes }
}
