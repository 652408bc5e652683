import { url } from './fixtures.ts'
import { type Person, sql } from './people.ts'

interface Switches {
  apiFault?: { stripe?: 'error' | 'no_secret' | null; elevenlabs?: 'error' | null }
  webhooks?: 'deliver' | 'drop'
  /** How far business time moves, such as `P1M`; it moves for everybody and never back. */
  advance?: string
  /** What happens to a payment at the provider, once. */
  refund?: { payment: string }
  dispute?: { payment: string; action: 'open' | 'win' | 'lose' }
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

/** Tables with the column that says to whom a row belongs. */
const owners = {
  agent: 'updated_by',
  agent_request: 'user_id',
  agent_rating: 'user_id',
  auto_purchase: 'account_id',
  business_registration: 'id',
  credit_purchase: 'user_id',
  data_export: 'user_id',
  organization: 'created_by',
  organization_agent: 'assigned_by',
  organization_invitation: 'invited_by',
  organization_user: 'user_id',
  password_reset_token: 'user_id',
  payer: 'account_id',
  recovery_code: 'user_id',
  session: 'user_id',
  session_transcript: 'user_id',
  subscription_payment: 'user_id',
  transcript_setting: 'user_id',
  two_factor: 'user_id',
  user_agent_unlock: 'user_id',
  user_communication: 'from_user_id',
  user_communication_state: 'user_id',
  users: 'id',
  voice_session: 'user_id',
} as const

/** Makes the database refuse one kind of write for one person. The returned function repairs it. */
export async function breakWrites(
  table: keyof typeof owners,
  write: 'insert' | 'update' | 'delete',
  person: Pick<Person, 'id' | 'accountId'>,
): Promise<() => Promise<void>> {
  const name = `fault_${process.pid}_${++count}`
  const row = write === 'delete' ? 'old' : 'new'
  const column = owners[table]
  const owner = column === 'account_id' ? person.accountId : person.id
  await sql(`create function ${name}() returns trigger language plpgsql as $$ begin raise 'A fault for a test'; end $$`)
  await sql(
    `create trigger ${name} before ${write} on "${table}" for each row
     when (${row}.${column} = '${owner}') execute function ${name}()`,
  )
  return async () => void (await sql(`drop function if exists ${name} cascade`))
}
