import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { startPostgres } from '../../scripts/running/postgres.mjs'
import { migrate } from '#server/database/migrate.ts'

/** The backup of an embedded database, and the proof that its copy starts with consistent books. */

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-backup-'))
fs.chmodSync(home, 0o755)
await onDatabase('data', (client) =>
  client.query(`
    with person as (insert into users (email, first_name, last_name, referral_code, created_at, updated_at)
      values ('kept@example.com', 'Kept', 'Person', 'KEPTKEPT', now(), now()) returning id)
    insert into account (user_id, created_at) select id, now() from person`),
)
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

async function onDatabase<T>(folder: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ directory: path.join(home, folder, 'postgres') })
  await migrate(postgres.url, 'standin')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

function run(script: string, args: string[], dataFolder = 'data'): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const { DATABASE_URL: _, ...env } = process.env
    const child = spawn(process.execPath, [`scripts/${script}.mjs`, ...args], {
      env: { ...env, DATA_DIR: path.join(home, dataFolder) },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
    child.once('close', (code) => resolve({ code, output }))
  })
}

const backUp = (target: string) => run('backup', [path.join(home, target)])

const people = (folder: string) =>
  onDatabase(folder, async (client) => (await client.query<{ email: string }>('select email from users')).rows)

const kept = [{ email: 'kept@example.com' }]

it('a backup is a data folder of its own that was started, audited and marked as complete', async () => {
  const { code, output } = await backUp('first')
  expect([code, output]).toEqual([0, expect.stringMatching(/broken_balance +1 +0 [^]*In order: \d+ checks/)])
  const mark = JSON.parse(fs.readFileSync(path.join(home, 'first/backup.json'), 'utf8')) as Record<string, unknown>
  expect(mark).toMatchObject({ postgres: '18', version: expect.any(String), isInOrder: true })
  expect(mark['bytes']).toBeGreaterThan(1e6)
  const again = await backUp('first')
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('is not empty')])
  const nothing = await run('backup', [path.join(home, 'none')], 'nowhere')
  expect([nothing.code, nothing.output.trim()]).toEqual([
    1,
    expect.stringMatching(/^No backup was made: There is no .*$/),
  ])
})

it('half a backup is refused in one sentence, and leaves room for a complete one', async () => {
  const [whole, half] = [path.join(home, 'first'), path.join(home, 'half')]
  const restore = (...args: string[]) => run('restore', args, 'restored')
  fs.cpSync(whole, half, { recursive: true })
  // Without its log the copy cannot start.
  fs.rmSync(path.join(half, 'postgres/cluster/pg_wal'), { recursive: true })
  const expectRefused = async (args: string[], sentence: RegExp) => {
    const { code, output } = await restore(...args)
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
    expect(output).not.toMatch(/^ +at /m)
    expect(fs.readdirSync(path.join(home, 'restored'))).toEqual([])
  }
  fs.mkdirSync(path.join(home, 'restored'))
  await expectRefused([half], /^This backup is not complete: it holds \d+ of \d+ bytes\./)
  fs.rmSync(path.join(half, 'backup.json'))
  await expectRefused([half], /^This backup is not complete: it has no mark of its end/)
  await expectRefused([half, '--without-mark'], /Nothing was restored: PostgreSQL ended while starting/)
  const { code, output } = await restore(whole)
  expect([code, output]).toEqual([0, expect.stringMatching(/In order: [^]*Payments since 20\d\d-.* become findings/)])
  expect(await people('restored')).toEqual(kept)
  expect(await people('first')).toEqual(kept)
})

it('a backup fails when the books that it copied are broken', async () => {
  await onDatabase('data', (client) => client.query('update account set purchased_ms = 1000'))
  const { code, output } = await backUp('second')
  expect([code, output]).toEqual([1, expect.stringContaining('broken_balance: 1 broken')])
})
