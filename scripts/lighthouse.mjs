// npm run lighthouse: what Lighthouse says of the landing page, the page for organizations and an agent's page, on a
// phone and on a desktop, with its own default settings; `npm run lighthouse -- /help /about` for other pages. Fails
// below 100, or 98 for speed on the phone. Lighthouse is larger than everything that the product needs, so it is fetched
// on request (docs/decisions/0011-lighthouse-when-asked-for.md).
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'
import { withLock } from './running/lock.mjs'

await bootstrap()
const { buildWebIfStale } = await import('./running/build.mjs')
const { prepareChromium } = await import('./running/chromium.mjs')
const { untilAtRest } = await import('./running/at-rest.mjs')
const { startTemporaryProduct } = await import('./running/temporary-product.mjs')

/** What each form must reach; the simulated line of the phone leaves little above 98. */
const goalOf = (form, category) => (form === 'phone' && category === 'performance' ? 98 : 100)
/** One run in three is off on a busy machine, so the middle one counts. */
const runsPerForm = 3
const forms = { phone: [], desktop: ['--preset=desktop'] }
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

const command = await fetchLighthouse()
await buildWebIfStale()
const chromium = await prepareChromium()
const reports = path.join(root, '.cache', 'lighthouse-reports')
fs.mkdirSync(reports, { recursive: true })
const product = await startTemporaryProduct('lighthouse')
let isGood = true
try {
  const pages = process.argv.length > 2 ? process.argv.slice(2) : ['/', '/organization-info', await agentPage()]
  await untilAtRest(product.databaseUrl)
  for (const page of pages) await (await fetch(product.url + page)).text()
  for (const page of pages) for (const form of Object.keys(forms)) await judge(page, form)
} finally {
  await product.stop()
}
console.log(`Reports: ${reports}`)
process.exit(isGood ? 0 : 1)

/** Returns the path of an agent that visitors can see. */
async function agentPage() {
  const { Client } = (await import('pg')).default
  const database = new Client(product.databaseUrl)
  await database.connect()
  const { rows } = await database.query('select id from agent where is_active and not is_private order by name limit 1')
  await database.end()
  return `/agents/${rows[0].id}`
}

/**
 * Installs exactly what scripts/lighthouse/package-lock.json names, verified by its checksums, once per version of the
 * lockfile.
 */
async function fetchLighthouse() {
  const source = path.join(root, 'scripts/lighthouse')
  const { version } = JSON.parse(fs.readFileSync(path.join(source, 'package-lock.json'), 'utf8')).packages[
    'node_modules/lighthouse'
  ]
  const directory = path.join(root, '.cache', `lighthouse-${version}`)
  const ready = path.join(directory, 'ready')
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true })
  await withLock(path.join(root, '.cache', '.lighthouse-lock'), () => {
    if (fs.existsSync(ready)) return
    console.log('Fetching Lighthouse (once, about half a minute) ...')
    fs.mkdirSync(directory, { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) {
      fs.copyFileSync(path.join(source, file), path.join(directory, file))
    }
    const npm = process.env.npm_execpath
    const args = ['ci', '--prefix', directory, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const [program, programArgs] = npm ? [process.execPath, [npm, ...args]] : ['npm', args]
    const result = spawnSync(program, programArgs, { cwd: directory, stdio: ['ignore', 'inherit', 'inherit'] })
    if (result.status !== 0) throw new Error('Fetching Lighthouse failed; see the messages above.')
    fs.writeFileSync(ready, '')
  })
  return path.join(directory, 'node_modules/lighthouse/cli/index.js')
}

async function judge(page, form) {
  const results = []
  for (let run = 0; run < runsPerForm; run++) results.push(await measure(page, form, run))
  const scores = categories.map((category) => [
    category,
    median(results.map((one) => one.categories[category].score * 100)),
  ])
  const times = metrics.map((metric) => {
    const values = results.map((one) => one.audits[metric].numericValue)
    return metric === 'cumulative-layout-shift' ? median(values).toFixed(3) : `${Math.round(median(values))} ms`
  })
  console.log(`\n${page} on a ${form}`)
  for (const [category, score] of scores) console.log(`  ${category.padEnd(24)} ${Math.round(score)}`)
  metrics.forEach((metric, i) => console.log(`  ${metric.padEnd(24)} ${times[i]}`))
  const missed = scores.filter(([category, score]) => Math.round(score) < goalOf(form, category))
  if (missed.length === 0) return
  isGood = false
  for (const audit of failedAudits(
    results[0],
    missed.map(([category]) => category),
  ))
    console.log(`  below: ${audit}`)
}

function failedAudits({ categories: all, audits }, missed) {
  return missed
    .flatMap((category) => all[category].auditRefs)
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, title, displayValue }) => [id, title, displayValue].filter(Boolean).join(' · '))
}

function measure(page, form, run) {
  const file = path.join(reports, `${page.replaceAll('/', '-').slice(1) || 'landing'}.${form}.${run + 1}`)
  const args = [
    `${product.url}${page}`,
    ...forms[form],
    '--quiet',
    '--no-enable-error-reporting',
    '--output=json',
    '--output=html',
    `--output-path=${file}`,
    `--chrome-flags=${chromium.args.join(' ')}`,
  ]
  const env = { ...process.env, ...chromium.env, CHROME_PATH: chromium.executablePath }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'inherit', 'inherit'], env })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code !== 0) return reject(new Error(`Lighthouse ended with code ${code}.`))
      resolve(JSON.parse(fs.readFileSync(`${file}.report.json`, 'utf8')))
    })
  })
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
