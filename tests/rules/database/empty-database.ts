import pg from 'pg'
import { inject } from 'vitest'

/** Runs a statement on a connection of its own. */
export async function query<T extends pg.QueryResultRow>(text: string, url = inject('databaseUrl')): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** Makes an empty database. Returns its address. */
export async function makeDatabase(name: string): Promise<string> {
  await query(`create database ${name}`)
  return inject('databaseUrl').replace(/\/postgres$/, `/${name}`)
}
