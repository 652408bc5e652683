import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

test('packages that belong to another folder are never emptied by an installation', async () => {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-bootstrap-'))
  onTestFinished(() => fs.rmSync(place, { recursive: true, force: true }))
  const clone = path.join(place, 'clone')
  for (const file of ['package-lock.json', 'scripts/running/bootstrap.mjs', 'scripts/running/lock.mjs']) {
    fs.cpSync(path.join(root, file), path.join(clone, file))
  }
  const packages = path.join(place, 'packages')
  fs.mkdirSync(packages)
  fs.symlinkSync(packages, path.join(clone, 'node_modules'))
  // In the place of npm: it only leaves a trace.
  const npm = path.join(place, 'npm.mjs')
  const trace = path.join(place, 'npm-ran')
  fs.writeFileSync(npm, `import fs from 'node:fs'\nfs.writeFileSync(${JSON.stringify(trace)}, '')\n`)
  const bootstrap = () =>
    promisify(execFile)(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { bootstrap } from '${clone}/scripts/running/bootstrap.mjs'\nawait bootstrap()`,
      ],
      { env: { npm_execpath: npm } },
    )

  await expect(bootstrap()).rejects.toThrow('node_modules is a link')
  expect(fs.existsSync(trace)).toBe(false)
  // A folder of its own is filled.
  fs.rmSync(path.join(clone, 'node_modules'))
  fs.mkdirSync(path.join(clone, 'node_modules'))
  await bootstrap()
  expect(fs.existsSync(trace)).toBe(true)
})
