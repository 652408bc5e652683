// Builds the web app when one of its inputs changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { withLock } from './lock.mjs'

const inputs = ['web', 'contract', 'vite.config.ts', 'package-lock.json']
const dist = path.join(root, 'dist')
const stampFile = path.join(dist, 'web-inputs')

/** The finished build replaces the old one in one step, so that nobody ever serves half of it. */
export async function buildWebIfStale() {
  fs.mkdirSync(dist, { recursive: true })
  await withLock(path.join(dist, '.build-lock'), () => {
    const hash = hashInputs()
    if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hash) return
    console.log('Building the web app ...')
    const fresh = path.join(dist, 'web-new')
    const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const args = ['build', '--logLevel', 'warn', '--outDir', fresh, '--emptyOutDir']
    const result = spawnSync(process.execPath, [vite, ...args], { cwd: root, stdio: 'inherit' })
    if (result.status !== 0) throw new Error('Building the web app failed.')
    fs.rmSync(path.join(dist, 'web'), { recursive: true, force: true })
    fs.renameSync(fresh, path.join(dist, 'web'))
    fs.writeFileSync(stampFile, hash)
  })
}

function hashInputs() {
  const hash = createHash('sha256')
  for (const input of inputs)
    for (const file of filesBelow(path.join(root, input))) {
      hash.update(path.relative(root, file)).update(fs.readFileSync(file))
    }
  return hash.digest('hex')
}

function filesBelow(place) {
  if (fs.statSync(place).isFile()) return [place]
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}
