import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'

/** The size of each part. */
export interface Crowd {
  people: number
  organizations: number
  agents: number
  sessions: number
}

/** A platform that has grown, which every list of the admin panel must handle. */
export const grownPlatform: Crowd = { people: 10_000, organizations: 2000, agents: 500, sessions: 200_000 }

const steps = ['people.sql', 'conversations.sql', 'panel.sql']

/**
 * Adds a crowd, as the owner, to a database on which Luna was started once: people, organizations, agents,
 * conversations with their ledger, requests, messages and acts. It contains nothing of the payment provider, so that
 * the hourly comparison stays clean: an admin gave all minutes. Throws where real people exist, and the second time.
 */
export async function fillWithCrowd(owner: pg.Client, crowd: Crowd): Promise<void> {
  await refuseRealPeople(owner)
  await apply(owner, steps, Object.entries(crowd))
}

/** Adds payments to a crowd that is only measured: none of them gave minutes, which the audit of the books reports. */
export async function fillWithPayments(owner: pg.Client, payments: number): Promise<void> {
  await apply(owner, ['payments.sql'], [['payments', payments]])
}

async function apply(owner: pg.Client, files: readonly string[], sizes: [name: string, count: number][]) {
  await owner.query('begin')
  try {
    for (const [name, count] of sizes) {
      await owner.query('select set_config($1, $2, true)', [`crowd.${name}`, String(count)])
    }
    for (const file of files) await owner.query(fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
  await owner.query('vacuum analyze')
}

/**
 * Adds what the crowd has paid in two years, so that the owner's figures have something to count. Only for a database
 * whose books no server checks.
 */
export async function addPaidMinutes(owner: pg.Client): Promise<void> {
  await apply(owner, ['paid-minutes.sql'], [])
}

/** Adds conversations since midnight (UTC) to a crowd that has paid. */
export async function addBusyDay(owner: pg.Client, conversations: number): Promise<void> {
  await apply(owner, ['busy-day.sql'], [['today', conversations]])
}

/** Real people have no address that ends in .test, because that name is reserved for made-up ones. */
async function refuseRealPeople(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ mode: string; real: number; isFilled: boolean }>(`
    select mode, (select count(*) from users where email !~ '\\.test$')::integer as real,
      exists (select from users where referral_code = 'CROWD1') as "isFilled" from database_stamp`)
  const [state] = rows
  if (!state) throw new Error('This database has no books yet: start Luna on it once.')
  if (state.mode !== 'standin') throw new Error('This database belongs to a live installation. Use another one.')
  if (state.real > 0) throw new Error(`This database holds ${state.real} people with real addresses. Use another one.`)
  if (state.isFilled) throw new Error('This database is crowded already.')
}

/** `npm run crowd`: fills the database of DATABASE_URL. */
async function main(): Promise<void> {
  const owner = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await owner.connect()
  try {
    await fillWithCrowd(owner, grownPlatform)
    console.log('Done. Sign in as admin@luna.test (luna-demo-1).')
  } finally {
    await owner.end()
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
