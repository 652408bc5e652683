// npm run drill: loses a database and brings it back, with a temporary product. People register and pay, a backup is made
// while they do, more people come, everything is killed and the data is taken away. Then it is restored and started, and
// the drill prints how long it took until somebody could sign in, and what is gone. npm run drill -- PEOPLE: how many
// pay before the backup, 20 unless given.
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const fs = await import('node:fs')
const os = await import('node:os')
const path = await import('node:path')
const { once } = await import('node:events')
const { spawn } = await import('node:child_process')
const { freePort } = await import('./running/free-port.mjs')
const { descendantsOf, signalTo } = await import('./running/process-tree.mjs')
const { openPerson } = await import('./running/demo-customers.mjs')
const { runCommand } = await import('./running/command.mjs')

const readyLimitMs = 120_000
const before = Number(process.argv[2] ?? 20)
const after = Math.ceil(before / 4)
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-drill-'))
// PostgreSQL may run as another user, who must reach its folder.
fs.chmodSync(home, 0o755)
const data = path.join(home, 'data')
const backup = path.join(home, 'backup')
const { DATABASE_URL: _, SESSION_SECRET: __, ...env } = process.env
let product = null

await runCommand('The drill ended early', async () => {
  try {
    return (await drill()) ? 0 : 1
  } finally {
    if (product) await kill(product)
    fs.rmSync(home, { recursive: true, force: true })
  }
})

/** Returns whether everything went as it must. */
async function drill() {
  product = await start()
  const kept = await pay(product, before, 'kept')
  console.log(`${before} people have paid. Backing up while the product runs ...`)
  if ((await run('backup.mjs', backup)).code !== 0) return false
  const later = await pay(product, after, 'later')
  console.log(`${after} more people have paid since. Killing everything and taking the data away ...`)
  await kill(product)
  const lostAt = performance.now()
  fs.renameSync(path.join(data, 'postgres'), path.join(home, 'lost'))
  fs.rmSync(path.join(data, 'session-secret'), { force: true })
  const restored = await run('restore.mjs', backup)
  if (restored.code !== 0) return false
  const restoredSeconds = secondsSince(lostAt)
  product = await start()
  if (!(await fetch(`${product.url}/readyz`)).ok) return false
  const readySeconds = secondsSince(lostAt)
  const isFirstKnown = await kept[0].hasMinutesAt(product.url)
  const recoveredSeconds = secondsSince(lostAt)
  const known = Number(isFirstKnown) + (await countSignIns(product, kept.slice(1)))
  const stillThere = await countSignIns(product, later)
  const stayed = await kept[0].isStillSignedIn(product.url)
  const audit = await run('audit.mjs')
  console.log(`
From the loss: restored and audited after ${restoredSeconds} s, /readyz after ${readySeconds} s, the first sign-in after ${recoveredSeconds} s.
Of ${before} people who had paid before the backup, ${known} signed in with their minutes; their cookies ${stayed ? 'still work' : 'are void'}.
Of ${after} who paid afterwards, ${after - stillThere} are unknown: their payments are at the payment provider and not in the books.
The audit ${audit.code === 0 ? 'found nothing broken' : 'FAILED'}.`)
  return audit.code === 0 && known === before && stillThere === 0 && stayed
}

/** Starts the product as people do. Resolves when it says that it is ready. */
async function start() {
  const port = String(await freePort())
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...env, DATA_DIR: data, PORT: port, RATE_LIMIT_FACTOR: '100', LOG_FILE: path.join(home, 'server.log') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  let isReady = false
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (part) => {
      printed += part
      if (!printed.includes('Luna is ready')) return
      isReady = true
      resolve()
    })
    const fail = (why) => {
      if (isReady) return
      console.error(printed)
      reject(new Error(why))
    }
    child.once('exit', () => fail('the product did not start.'))
    setTimeout(() => fail('the product was not ready in time.'), readyLimitMs).unref()
  })
  const { STANDINS_URL: standinsUrl } = JSON.parse(fs.readFileSync(path.join(data, 'server-env.json'), 'utf8'))
  return { child, url: `http://127.0.0.1:${port}`, standinsUrl }
}

/** Ends the whole tree like a power failure: frozen first, so that no process reacts to another's end. */
async function kill({ child }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const tree = [child, ...descendantsOf(child.pid)]
  for (const signal of ['SIGSTOP', 'SIGKILL']) for (const { pid } of tree) signalTo(pid, signal)
  await once(child, 'exit')
}

async function pay({ url, standinsUrl }, count, name) {
  const people = []
  for (let i = 0; i < count; i++) people.push(await openPerson(url, standinsUrl, `${name}${i}@example.com`))
  return people
}

async function countSignIns({ url }, people) {
  let count = 0
  for (const person of people) if (await person.hasMinutesAt(url)) count++
  return count
}

async function run(script, ...args) {
  const child = spawn(process.execPath, [path.join(root, 'scripts', script), ...args], {
    cwd: root,
    env: { ...env, DATA_DIR: data },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  return { code }
}

function secondsSince(startedAt) {
  return ((performance.now() - startedAt) / 1000).toFixed(1)
}
