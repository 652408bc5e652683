// npm run pictures: takes screenshots of every screen in its main states, light and dark, wide and on a phone, on
// one page to look through (pictures/index.html), and renews README's own pictures. Fails when a screen of
// web/app/routes.tsx has no picture.
import fs from 'node:fs'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const { chromium } = await import('@playwright/test')
const { default: pg } = await import('pg')
const { default: sharp } = await import('sharp')
const { buildWebIfStale } = await import('./running/build.mjs')
const { prepareChromium } = await import('./running/chromium.mjs')
const { startTemporaryProduct } = await import('./running/temporary-product.mjs')
const { screens } = await import('./pictures/list.mjs')
const { picturePage } = await import('./pictures/page.mjs')
const { callAs } = await import('./pictures/steps.mjs')

const target = path.join(root, 'pictures')
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const looks = [
  { name: 'light-wide', colorScheme: 'light', size: wide },
  { name: 'dark-wide', colorScheme: 'dark', size: wide },
  { name: 'light-phone', colorScheme: 'light', size: phone },
  { name: 'dark-phone', colorScheme: 'dark', size: phone },
]
const readmePictures = ['marketplace', 'conversation', 'dashboard']

await buildWebIfStale()
const product = await startTemporaryProduct('pictures', { RATE_LIMIT_FACTOR: '1000' })
const database = new pg.Client(product.databaseUrl)
await database.connect()
const browser = await launchBrowser()
fs.rmSync(target, { recursive: true, force: true })
fs.mkdirSync(target)
const taken = []
const seenPaths = new Set()
try {
  await walkThrough()
  fs.writeFileSync(path.join(target, 'index.html'), picturePage(taken))
  for (const name of readmePictures) {
    const picture = sharp(path.join(target, `${name}.light-wide.png`)).webp({ quality: 82 })
    await picture.toFile(path.join(root, `docs/pictures/${name}.webp`))
  }
  console.log(`${taken.length} pictures: ${path.join(target, 'index.html')}`)
} finally {
  await browser.close()
  await database.end()
  await product.stop()
}
const missing = screenPaths().filter((pattern) => ![...seenPaths].some((seen) => matches(pattern, seen)))
if (missing.length > 0) console.error(`No picture shows ${missing.join(', ')}`)
process.exit(missing.length > 0 ? 1 : 0)

async function launchBrowser() {
  const prepared = await prepareChromium()
  return chromium.launch({
    executablePath: prepared.executablePath,
    env: { ...process.env, ...prepared.env },
    args: [
      ...prepared.args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-audio-capture=${quietRoom()}`,
    ],
  })
}

/** Lets the microphone hear only the noise of a quiet room, because the pictures show a typed conversation. */
function quietRoom() {
  const file = path.join(root, '.cache', 'quiet-room.wav')
  const rateHz = 16_000
  const samples = Buffer.alloc(2 * rateHz)
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(Math.round(16 * (Math.random() - 0.5)), at)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rateHz, 24)
  header.writeUInt32LE(2 * rateHz, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  fs.writeFileSync(file, Buffer.concat([header, samples]))
  return file
}

/** Walks through all screens as one person. Every state is shown in all looks before the next one. */
async function walkThrough() {
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-US', reducedMotion: 'reduce' })
  const page = await context.newPage()
  for (const screen of screens) {
    await show(page, screen.only === 'phone' ? looks[2] : looks[0])
    const goOn = await screen.open(page, { setPlatform, invite })
    seenPaths.add(new URL(page.url()).pathname)
    for (const look of looks) {
      if (screen.only && !look.name.endsWith(screen.only)) continue
      await show(page, look, screen.moves)
      await page.waitForTimeout(300)
      const file = `${screen.name}.${look.name}.png`
      await page.screenshot({ path: path.join(target, file), fullPage: screen.whole ?? false })
      taken.push({ group: screen.group, screen: screen.name, look: look.name, file })
    }
    await show(page, looks[0])
    if (typeof goOn === 'function') await goOn()
  }
  await context.close()
}

async function show(page, { colorScheme, size }, moves = false) {
  await page.emulateMedia({ colorScheme, reducedMotion: moves ? 'no-preference' : 'reduce' })
  await page.setViewportSize(size)
}

/** Changes a setting of the platform. */
async function setPlatform(key, value) {
  const text = 'insert into platform_setting (setting_key, setting_value, updated_at) values ($1, $2, now())'
  await database.query(text, [key, JSON.stringify(value)])
}

/** Makes the demo organization invite a person. Returns the invitation's id. */
async function invite(email) {
  const context = await browser.newContext({ baseURL: product.url })
  await callAs(context, '/api/auth/login', { email: 'owner@acme.test', password: 'luna-demo-1' })
  const { organizationId } = await callAs(context, '/api/organization/invite', { email })
  await context.close()
  return organizationId
}

/** Returns the paths in web/app/routes.tsx, which only the browser's build can load. */
function screenPaths() {
  const source = fs.readFileSync(path.join(root, 'web/app/routes.tsx'), 'utf8')
  return [...source.matchAll(/'(\/[^']*)'/g)].map(([, pattern]) => pattern)
}

function matches(pattern, pathname) {
  return new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(pathname)
}
