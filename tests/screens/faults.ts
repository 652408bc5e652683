import { url } from './fixtures.ts'
import { type Person, sql } from './people.ts'

interface Switches {
  apiFault?: { stripe: 'error' | null }
  webhooks?: 'deliver' | 'drop'
}

/** Sets switches of the outside services. */
export async function setSwitches(switches: Switches): Promise<void> {
  const response = await fetch(`${url}/standins/control.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(switches),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

let count = 0

/** From now on the database refuses one kind of write for one person; call the answer to mend it. */
export async function breakWrites(
  table: 'credit_purchase' | 'password_reset_token' | 'session' | 'user_agent_unlock' | 'users' | 'voice_session',
  write: 'insert' | 'update' | 'delete',
  person: Person,
): Promise<() => Promise<void>> {
  const name = `fault_${process.pid}_${++count}`
  const row = write === 'delete' ? 'old' : 'new'
  const column = table === 'users' ? 'id' : 'user_id'
  await sql(`create function ${name}() returns trigger language plpgsql as $$ begin raise 'A fault for a test'; end $$`)
  await sql(
    `create trigger ${name} before ${write} on "${table}" for each row
     when (${row}.${column} = '${person.id}') execute function ${name}()`,
  )
  return async () => void (await sql(`drop function if exists ${name} cascade`))
}
