// Finds which tests a change can affect, by imports. This helps during work; the whole suite decides.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { root } from '../running/bootstrap.mjs'

/** They import everything, so the effects of a change are found by calls and by screens instead. */
const hubs =
  /^(server\/(app|main|services|log|config|metrics|audit)\.ts|server\/jobs\/work\.ts|contract\/index\.ts|tests\/kit\/world\/world\.ts|web\/app\/(routes|app|root|main|render)\.tsx?)$/
const serverHubs = ['server/main.ts', 'server/work.ts']
/** Everything that is not code can affect every test. */
const concernsAll =
  /^(package(-lock)?\.json|server\/database\/|[^/]+\.config\.ts$|tests\/(setup|kit\/browser)\/|tests\/kit\/world\/world\.ts$|scripts\/(running|testing)\/)/
const documents = /\.(md|webp|png)$|^docs\//

/**
 * Returns the test files among `tests` that changes of these files can affect: those that import them, tests of the
 * calls whose routes reach them, and browser tests that visit a screen which shows them.
 */
export function affectedTests(changed, tests) {
  const relevant = changed.filter((file) => !documents.test(file))
  if (relevant.some((file) => concernsAll.test(file) || !/\.(ts|tsx)$/.test(file))) return new Set(tests)
  const importers = readImporters()
  const reached = reachedFrom(relevant, importers)
  // Any call can meet what a server starts besides its routes (the gateway, the jobs).
  const isEverywhere = serverHubs.flatMap(importsOf).some((file) => reached.has(file) && !hubs.test(file))
  const contracts = contractsOf([...reached].filter((file) => file.endsWith('.routes.ts')))
  const callers = [...contracts].flatMap((file) => [...(importers.get(file) ?? [])])
  const concerned = reachedFrom(
    callers.filter((file) => file.startsWith('tests/')),
    importers,
  )
  const addresses = addressesOf(reached)
  return new Set(
    tests.filter(
      (test) =>
        (isEverywhere && test.startsWith('tests/calls/')) ||
        reached.has(test) ||
        concerned.has(test) ||
        visits(test, addresses),
    ),
  )
}

/** Returns files by what they import. */
function readImporters() {
  const importers = new Map()
  for (const file of globSync('{contract,server,web,packages,tests,bench}/**/*.{ts,tsx}', { cwd: root })) {
    if (hubs.test(file)) continue
    for (const imported of importsOf(file)) importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
  }
  return importers
}

function importsOf(file) {
  const text = readFileSync(path.join(root, file), 'utf8')
  return sourcesIn(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })).flatMap((source) => {
    if (source.startsWith('#')) return [source.slice(1)]
    if (source.startsWith('@luna/')) return [source.replace('@luna/', 'packages/')]
    return source.startsWith('.') ? [path.posix.join(path.posix.dirname(file), source)] : []
  })
}

function sourcesIn(node) {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(sourcesIn)
  const inner = Object.values(node).flatMap(sourcesIn)
  const isImport = /^(Import|Export(All|Named))(Declaration|Expression)$/.test(node.type)
  return isImport && typeof node.source?.value === 'string' ? [node.source.value, ...inner] : inner
}

function reachedFrom(files, importers) {
  const reached = new Set(files)
  const waiting = [...files]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const importer of importers.get(file) ?? []) {
      if (reached.has(importer)) continue
      reached.add(importer)
      waiting.push(importer)
    }
  }
  return reached
}

/** Returns the areas of the contract that routes serve. */
function contractsOf(routes) {
  return new Set(routes.flatMap(importsOf).filter((file) => file.startsWith('contract/')))
}

/**
 * Returns the addresses whose screens show one of the files; null means every screen, because what the frame holds is
 * on all.
 */
function addressesOf(reached) {
  const frame = new Set(
    ['web/app/app.tsx', 'web/app/root.tsx', 'web/app/main.tsx', 'web/app/routes.tsx'].flatMap(importsOf),
  )
  const text = readFileSync(path.join(root, 'web/app/routes.tsx'), 'utf8')
  const screens = [...text.matchAll(/(?:'(\/[^']*)'|path),\s*'[\w-]+',\s*\(\) => import\('(?:#web|\.)\/([^']+)'\)/g)]
  const fileOf = (page) => (page.includes('/') ? `web/${page}` : `web/app/${page}`)
  const pages = new Set(screens.map(([, , page]) => fileOf(page)))
  if ([...reached].some((file) => frame.has(file) && !pages.has(file))) return null
  const shown = screens.filter(([, , page]) => reached.has(fileOf(page))).map(([, address]) => address)
  return shown.includes(undefined) ? null : shown.map((address) => address.split(':')[0])
}

/** Returns `tests/pages` or `tests/screens`, whatever the subject. */
function kindOf(file) {
  return file.split('/', 2).join('/')
}

/** Returns whether a test that opens screens, or a helper of its kind, names one of the addresses. */
function visits(test, addresses) {
  if (!/^tests\/components\/|\.spec\.ts$/.test(test)) return false
  if (addresses === null) return true
  const helpers = importsOf(test).filter((file) => kindOf(file) === kindOf(test))
  const texts = [test, ...helpers].map((file) => readFileSync(path.join(root, file), 'utf8'))
  return addresses.some((address) =>
    texts.some((text) => text.includes(`'${address}`) || text.includes(`\`${address}`)),
  )
}
