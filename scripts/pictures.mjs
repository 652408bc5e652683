// npm run pictures [-- WORDS]: takes screenshots of every screen in its main states, light and dark, on a phone and
// wide, while the looks open them (tests/looks), on one page to look through: pictures/index.html. WORDS name subjects,
// such as `admin`.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const { buildWebIfStale } = await import('./running/build.mjs')
const { tool } = await import('./running/run.mjs')

await buildWebIfStale()
const folder = path.join(root, 'pictures')
fs.rmSync(folder, { recursive: true, force: true })
const words = process.argv.slice(2)
const files = words.length > 0 ? words.map((word) => `tests/looks/${word}`) : ['tests/looks']
const result = spawnSync(
  tool('playwright'),
  ['test', '-c', 'playwright.pages.config.ts', '--reporter=line', ...files],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LUNA_PICTURES: folder },
  },
)
const pictures = fs.globSync('*.png', { cwd: folder }).toSorted()
fs.writeFileSync(path.join(folder, 'index.html'), pageOf(pictures))
console.log(`${pictures.length} pictures: ${path.join(folder, 'index.html')}`)
process.exit(result.status ?? 1)

/** Returns a page with a row for each screen or state, named `<screen>.<look>.png`. */
function pageOf(names) {
  const screens = Map.groupBy(names, (name) => name.split('.')[0])
  const rows = [...screens].map(([screen, shown]) => {
    const links = shown.map((name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`)
    return `<h2>${screen.replaceAll('-', ' ')}</h2>\n<p>${links.join('')}</p>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Luna's screens</title>
<style>
  body { font: 14px system-ui; margin: 24px; color-scheme: light dark }
  h2 { font-size: 14px; margin: 24px 0 8px; text-transform: capitalize }
  p { display: flex; gap: 8px; margin: 0; overflow-x: auto }
  img { height: 360px; border: 1px solid gray; border-radius: 4px }
</style>
${rows.join('\n')}</html>
`
}
