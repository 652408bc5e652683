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

function backUp(target: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const { DATABASE_URL: _, ...env } = process.env
    const child = spawn(process.execPath, ['scripts/backup.mjs', path.join(home, target)], {
      env: { ...env, DATA_DIR: path.join(home, 'data') },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
    child.once('close', (code) => resolve({ code, output }))
  })
}

it('a backup is a data folder of its own that was started and audited', async () => {
  const { code, output } = await backUp('first')
  expect([code, output]).toEqual([0, expect.stringMatching(/broken_balance +1 +0 [^]*In order: \d+ checks/)])
  const people = await onDatabase('first', (client) => client.query<{ email: string }>('select email from users'))
  expect(people.rows).toEqual([{ email: 'kept@example.com' }])
  const again = await backUp('first')
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('is not empty')])
})

it('a backup fails when the books that it copied are broken', async () => {
  await onDatabase('data', (client) => client.query('update account set purchased_ms = 1000'))
  const { code, output } = await backUp('second')
  expect([code, output]).toEqual([1, expect.stringContaining('broken_balance: 1 broken')])
})
