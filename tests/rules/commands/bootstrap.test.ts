import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** Opens a clone without packages, with a replacement for npm that only records its calls. */
function openClone() {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-bootstrap-'))
  onTestFinished(() => fs.rmSync(place, { recursive: true, force: true }))
  const clone = path.join(place, 'clone')
  for (const file of ['package-lock.json', 'scripts/running/bootstrap.mjs', 'scripts/running/lock.mjs']) {
    fs.cpSync(path.join(root, file), path.join(clone, file))
  }
  const npm = path.join(place, 'npm.mjs')
  const trace = path.join(place, 'npm-calls')
  const program = `appendFileSync(${JSON.stringify(trace)}, process.argv.slice(2).join(' ') + '\\n')`
  fs.writeFileSync(npm, `import { appendFileSync } from 'node:fs'\n${program}\n`)
  return {
    place,
    packages: path.join(clone, 'node_modules'),
    envFile: path.join(clone, '.env'),
    calls: () => (fs.existsSync(trace) ? fs.readFileSync(trace, 'utf8').trimEnd().split('\n') : []),
    bootstrap: (options = '', env: Record<string, string> = {}) => {
      const script = `import { bootstrap } from '${clone}/scripts/running/bootstrap.mjs'\nawait bootstrap(${options})`
      const args = ['--input-type=module', '-e', script]
      return promisify(execFile)(process.execPath, args, { env: { ...env, npm_execpath: npm } })
    },
  }
}

test('an installation never empties packages that belong to another folder', async () => {
  const { bootstrap, calls, packages, place } = openClone()
  const others = path.join(place, 'packages')
  fs.mkdirSync(others)
  fs.symlinkSync(others, packages)

  await expect(bootstrap()).rejects.toThrow('node_modules is a link')
  expect(calls()).toEqual([])
  // A folder of its own is filled.
  fs.rmSync(packages)
  fs.mkdirSync(packages)
  await bootstrap()
  expect(calls()).toHaveLength(1)
})

const everything = 'ci --include=dev --include=optional --loglevel=error'
const productAlone = 'ci --omit=dev --workspaces=false --include=optional --loglevel=error'

test('with the stand-ins off, neither they nor tools are installed until something needs them', async () => {
  const { bootstrap, calls, envFile, packages } = openClone()
  fs.mkdirSync(packages)
  const operate = "{ needs: 'product' }"

  await bootstrap(operate, { STANDINS: 'off' })
  await bootstrap(operate, { STANDINS: 'off' })
  expect(calls()).toEqual([productAlone])
  // The file .env says it, too.
  fs.writeFileSync(envFile, 'PORT=3000\nSTANDINS=off\n')
  await bootstrap(operate)
  expect(calls()).toEqual([productAlone])
  // A test needs the rest, and then everything is there.
  await bootstrap('', { STANDINS: 'off' })
  await bootstrap(operate, { STANDINS: 'off' })
  expect(calls()).toEqual([productAlone, everything])
})

test('the demo installs everything, even over an installation without stand-ins', async () => {
  const { bootstrap, calls, packages } = openClone()
  fs.mkdirSync(packages)
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  fs.writeFileSync(path.join(packages, '.luna-installed'), `live ${hash}`)

  await bootstrap("{ needs: 'product' }")
  await bootstrap("{ needs: 'product' }")
  expect(calls()).toEqual([everything])
})
