// npm run release: ends a release. Notes the present commit as the previous release, with its migrations, and raises the
// number (docs/decisions/0050). Run it right after a release was made, and commit what it writes.
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const { execFileSync } = await import('node:child_process')
const { createHash } = await import('node:crypto')
const fs = await import('node:fs')
const path = await import('node:path')

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
if (git('status', '--porcelain') !== '') {
  console.error('Commit first: a release is a commit, and there are changes that it does not hold.')
  process.exit(1)
}
const commit = git('rev-parse', 'HEAD')
const numberFile = path.join(root, 'server/database/release.ts')
const text = fs.readFileSync(numberFile, 'utf8')
const release = Number(/^export const release = (\d+)$/m.exec(text)?.[1])
const migrations = Object.fromEntries(
  fs
    .globSync('server/*/migrations/*.sql', { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/').replace('server/', ''))
    .toSorted()
    .map((name) => [name, hash(name)]),
)
const previous = { release, commit, migrations }
fs.writeFileSync(path.join(root, 'operations/previous-release.json'), `${JSON.stringify(previous, null, 2)}\n`)
fs.writeFileSync(numberFile, text.replace(/^(export const release = )\d+$/m, `$1${release + 1}`))
console.log(`Release ${release} is ${commit}; the next one is ${release + 1}. Commit both files.`)

function hash(name) {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'server', name)))
    .digest('hex')
}
