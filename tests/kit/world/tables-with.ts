import type { World } from './world.ts'

/** Returns every table, including those of the queues, in which a row contains a word; its case does not matter. */
export async function tablesWith(world: World, wanted: string): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  )
  const questions = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} as line where strpos(lower(line::text), $1) > 0)`,
  )
  const rows = await world.sql<{ name: string }>(questions.join(' union all '), [wanted.toLowerCase()])
  return rows.map(({ name }) => name).toSorted()
}
