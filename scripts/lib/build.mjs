// Builds the web app when one of its inputs changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

const inputs = ['web', 'contract', 'vite.config.ts', 'package-lock.json']
const stampFile = path.join(root, 'dist', 'web-inputs')

export function buildWebIfStale() {
  const hash = hashInputs()
  if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hash) return
  console.log('Building the web app ...')
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' })
  if (result.status !== 0) throw new Error('Building the web app failed.')
  fs.writeFileSync(stampFile, hash)
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
