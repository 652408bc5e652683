// npm run lock: creates package-lock.json again, in an empty folder and under Node 24. A lockfile created next to
// installed packages loses other platforms, and npm ci refuses one without a binary that the reachable registry lacks.
// Such a binary is entered by name, version and platform, so that only that platform asks for it.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-lock-'))
const workspaces = fs.globSync('packages/*/package.json', { cwd: root })
for (const file of ['package.json', '.npmrc', ...workspaces]) fs.cpSync(path.join(root, file), path.join(place, file))
const npm = process.env.npm_execpath
if (!npm) throw new Error('Run this as: npm run lock')
const result = spawnSync(process.execPath, [npm, 'install', '--package-lock-only', '--loglevel=error'], {
  cwd: place,
  stdio: 'inherit',
})
if (result.status !== 0) process.exit(1)
const lock = JSON.parse(fs.readFileSync(path.join(place, 'package-lock.json'), 'utf8'))
const added = addMissingPlatforms(lock.packages)
fs.writeFileSync(path.join(root, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`)
fs.rmSync(place, { recursive: true, force: true })
console.log(`package-lock.json is made; ${added} binaries of other platforms stand in it without a checksum.`)

function addMissingPlatforms(packages) {
  let added = 0
  for (const { optionalDependencies = {} } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const key = `node_modules/${name}`
      if (packages[key]) continue
      packages[key] = { version: version.replace(/^[~^]/, ''), ...platformOf(name), optional: true }
      added++
    }
  }
  return added
}

/** Returns the platform after which such packages are named. */
function platformOf(name) {
  const words = name.split(/[/-]/)
  const find = (known) => known.find((word) => words.includes(word))
  const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
  const system = words.includes('windows') ? 'win32' : find(systems)
  const processor = find(['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64', 'arm'])
  const library = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null
  return {
    ...(processor ? { cpu: [processor] } : { cpu: ['none'] }),
    ...(library && system === 'linux' ? { libc: [library] } : {}),
    ...(system ? { os: [system] } : {}),
  }
}
