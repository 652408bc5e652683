import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { countOf, firstValue } from '#server/database/sql.ts'
import { startPostgres } from '../../scripts/running/postgres.mjs'
import { startReplica } from '../../scripts/running/replica.mjs'
import { openOwner } from './rig.ts'

// A primary and its streaming replica: about 15 s for this file.
const directory = fs.mkdtempSync(path.join(inject('runDirectory'), 'replica-'))
fs.chmodSync(directory, 0o755)
const primary = await startPostgres({ directory: path.join(directory, 'primary') })
await migrate(primary.url, 'standin')
const replica = await startReplica({ url: primary.url, directory: path.join(directory, 'replica') })
const [owner, ownerOfReplica] = [openOwner(primary.url), openOwner(replica.url)]
const database = openDatabase(primary.url, { replicaUrl: replica.url })
afterAll(async () => {
  await database.end()
  await owner.end()
  await primary.stop()
})

const isAtReplica = () => firstValue(database.readLong<{ is: boolean }>`select pg_is_in_recovery() as is`)
const countRows = () =>
  countOf(database.readLong<{ count: number }>`select count(*)::int as count from database_release where number > 900`)

test('long reads go to the replica and see everything that was committed before', async () => {
  await expect.poll(isAtReplica).toBe(true)
  for (let written = 1; written <= 20; written++) {
    await owner.sql('insert into database_release values ($1)', [900 + written])
    expect(await countRows()).toBe(written)
  }
  expect(database.replica()?.reads).toBeGreaterThan(0)
})

test('the primary answers until the replica has caught up', async () => {
  await ownerOfReplica.sql('select pg_wal_replay_pause()')
  await expect
    .poll(
      async () => (await ownerOfReplica.sql<{ state: string }>('select pg_get_wal_replay_pause_state() as state'))[0],
    )
    .toEqual({ state: 'paused' })
  await owner.sql('insert into database_release values (950)')
  expect(await countRows()).toBe(21)
  expect(database.replica()?.isUp).toBe(false)
  await ownerOfReplica.sql('select pg_wal_replay_resume()')
  await expect.poll(isAtReplica).toBe(true)
})

test('the primary answers while the replica is away', async () => {
  await ownerOfReplica.end()
  await replica.stop()
  expect(await countRows()).toBe(21)
  expect(database.replica()?.isUp).toBe(false)
})
