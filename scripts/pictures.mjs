// npm run pictures: screenshots of every screen in its main states, light and dark, wide and narrow, on one page to
// look through (pictures/index.html); README's own pictures are renewed on the way.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bootstrap, root } from './lib/bootstrap.mjs'

await bootstrap()
const { chromium } = await import('@playwright/test')
const { buildWebIfStale } = await import('./lib/build.mjs')
const { prepareChromium } = await import('./lib/chromium.mjs')
const { startProcess } = await import('./lib/processes.mjs')
const { startSurroundings } = await import('./lib/product.mjs')
const { screens } = await import('./lib/picture-list.mjs')

const target = path.join(root, 'pictures')
const looks = [
  { name: 'light-wide', colorScheme: 'light', width: 1280 },
  { name: 'dark-wide', colorScheme: 'dark', width: 1280 },
  { name: 'light-narrow', colorScheme: 'light', width: 320 },
  { name: 'dark-narrow', colorScheme: 'dark', width: 320 },
]
const readmePictures = ['marketplace', 'conversation', 'dashboard']

await buildWebIfStale()
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-pictures-'))
fs.chmodSync(directory, 0o755)
const port = process.env.PORT || '3180'
const url = `http://127.0.0.1:${port}`
const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: url })
const server = await startProcess('server/main.ts', {
  env: { ...surroundings.env, PORT: port, DATA_DIR: directory, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' },
})
const prepared = await prepareChromium()
const browser = await chromium.launch({
  executablePath: prepared.executablePath,
  env: { ...process.env, ...prepared.env },
  args: [
    ...prepared.args,
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${path.join(root, 'tests/fixtures/question.wav')}`,
  ],
})
fs.rmSync(target, { recursive: true, force: true })
fs.mkdirSync(target)
const taken = []
try {
  for (const look of looks) await takeAll(look)
  fs.writeFileSync(path.join(target, 'index.html'), overview())
  for (const name of readmePictures) {
    fs.mkdirSync(path.join(root, 'docs/pictures'), { recursive: true })
    fs.copyFileSync(path.join(target, `${name}.light-wide.png`), path.join(root, `docs/pictures/${name}.png`))
  }
  console.log(`${taken.length} pictures: ${path.join(target, 'index.html')}`)
} finally {
  await browser.close()
  await server.stop()
  await surroundings.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
process.exit(0)

/** One browser per look walks through all screens, as one person would. */
async function takeAll({ name, colorScheme, width }) {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme,
    viewport: { width, height: width < 600 ? 720 : 860 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  for (const screen of screens) {
    await screen.open(page, { url, unique: `${name}-${Date.now()}` })
    await page.waitForTimeout(500)
    const file = `${screen.name}.${name}.png`
    await page.screenshot({ path: path.join(target, file), fullPage: screen.whole ?? false })
    taken.push({ screen: screen.name, look: name, file })
  }
  await context.close()
}

function overview() {
  const rows = screens.map(({ name }) => {
    const cells = taken
      .filter((picture) => picture.screen === name)
      .map(
        ({ file, look }) =>
          `<figure><img src="${file}" alt="${name}, ${look}" loading="lazy"><figcaption>${look}</figcaption></figure>`,
      )
    return `<h2>${name}</h2><div>${cells.join('')}</div>`
  })
  const style =
    'body{font:14px sans-serif;margin:24px}div{display:flex;gap:16px;align-items:flex-start;overflow:auto}figure{margin:0}img{max-height:420px;border:1px solid #8886}'
  return `<!doctype html><meta charset="utf-8"><title>Luna's screens</title><style>${style}</style><h1>Luna's screens</h1>${rows.join('')}`
}
