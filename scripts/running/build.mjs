// Builds the web app when one of its inputs changed since the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { root } from './bootstrap.mjs'
import { withLock } from './lock.mjs'

const inputs = [
  'web',
  'contract',
  'vite.config.ts',
  'package-lock.json',
  'scripts/bundling',
  'scripts/running/build.mjs',
]
const dist = path.join(root, 'dist')
const stampFile = path.join(dist, 'web-inputs')

/** The finished build replaces the old one in one step, so that half a build is never served. */
export async function buildWebIfStale() {
  fs.mkdirSync(dist, { recursive: true })
  await withLock(path.join(dist, '.build-lock'), () => {
    const hash = hashInputs()
    if (fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hash) return
    console.log('Building the web app ...')
    const fresh = path.join(dist, 'web-new')
    buildInto(path.join(fresh, 'browser'), [])
    buildInto(path.join(fresh, 'server'), ['--ssr', 'app/render.tsx'])
    compress(path.join(fresh, 'browser'))
    fs.rmSync(path.join(dist, 'web'), { recursive: true, force: true })
    fs.renameSync(fresh, path.join(dist, 'web'))
    fs.writeFileSync(stampFile, hash)
  })
}

function buildInto(directory, options) {
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = ['build', ...options, '--logLevel', 'warn', '--outDir', directory, '--emptyOutDir']
  const result = spawnSync(process.execPath, [vite, ...args], { cwd: root, stdio: 'inherit' })
  if (result.status !== 0) throw new Error('Building the web app failed.')
}

/** Compresses text once here, which gives smaller files and costs less than on every request. */
function compress(directory) {
  for (const file of filesBelow(directory).filter((name) => /\.(js|css|svg|webmanifest)$/.test(name))) {
    const text = fs.readFileSync(file)
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(text))
    fs.writeFileSync(`${file}.gz`, zlib.gzipSync(text, { level: 9 }))
  }
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

// For an image or a machine that starts servers without `npm start` (deploy).
if (import.meta.main) await buildWebIfStale()
