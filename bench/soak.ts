import pg from 'pg'
import { buildProbe } from './voice-lab/build.ts'
import { launchChromium } from './voice-lab/chromium.ts'
import { soak, type SoakFigures, soakFaults } from './voice-lab/soak.ts'
import { signIn, startTalking } from './demo-person.ts'
import { startLuna } from './luna.ts'
import { buildWebIfStale } from '../scripts/running/build.mjs'
import { describeLoad } from './report.ts'

/**
 * Holds one conversation through the whole product for an hour, or for `--minutes`; exits with code 1 when it lost
 * anything.
 */
const named = process.argv.indexOf('--minutes')
const minutes = named < 0 ? 60 : Number(process.argv[named + 1])
if (!(minutes > 0)) throw new Error('--minutes wants a number above 0')

/** Code that runs for the first time is still being compiled and kept. */
const warmUpMinutes = 1
/** The audio clock's edges, see `soak`. */
const edgeSeconds = 5

await buildWebIfStale()
const luna = await startLuna()
const browser = await launchChromium()
try {
  await grantMinutes(minutes + warmUpMinutes + 10)
  const page = await (await browser.newContext({ baseURL: luna.url })).newPage()
  await page.addInitScript(await buildProbe())
  await signIn(page)
  await startTalking(page)
  await page.waitForTimeout(warmUpMinutes * 60_000)
  const figures = await soak(page, minutes * 60, edgeSeconds, (at) => report('so far', at))
  report('at the end', figures)
  const faults = soakFaults(figures)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await luna.stop()
}
process.exit()

/** More than the demo person has, and more than a conversation lasts. */
async function grantMinutes(talkMinutes: number): Promise<void> {
  const owner = new pg.Client({ connectionString: luna.databaseUrl })
  await owner.connect()
  await owner.query(
    `select ledger_grant(account.id, 'purchased', 'purchase', 'soak', $1, 0, null, null, null, null, now())
    from account join users on users.id = account.user_id where users.email = 'ana@luna.test'`,
    [talkMinutes * 60_000],
  )
  await owner.end()
}

function report(when: string, { seconds, lostMs, heapGrowthBytes, longTasksMs, newSockets }: SoakFigures): void {
  const heap = `${(heapGrowthBytes / 1000).toFixed(0)} kB more heap`
  const long = `${longTasksMs.length} tasks over 50 ms`
  console.log(
    `${(seconds / 60).toFixed(1)} min ${when}: ${lostMs.toFixed(1)} ms lost, ${heap}, ${long}, ${newSockets} new sockets, ${describeLoad()}`,
  )
}
