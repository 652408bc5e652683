import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../scripts/running/postgres.mjs'
import { migrate } from '#server/database/migrate.ts'
import { prepareJobs } from '#server/database/jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    runDirectory: string
  }
}

/** Starts one PostgreSQL for the run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-tests-'))
  fs.chmodSync(directory, 0o755)
  const postgres = await startPostgres({ directory: path.join(directory, 'postgres'), durable: false })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create database luna_template')
  await client.end()
  const templateUrl = postgres.url.replace(/\/postgres$/, '/luna_template')
  await migrate(templateUrl, 'standin')
  await prepareJobs(templateUrl)
  project.provide('databaseUrl', postgres.url)
  project.provide('runDirectory', process.env.LUNA_RUN_DIRECTORY ?? directory)
  return async () => {
    await postgres.stop()
    fs.rmSync(directory, { recursive: true, force: true })
  }
}
