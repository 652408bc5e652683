import { type Person, sql } from '../people.ts'

interface PastSession {
  agent: string
  seconds: number
  hoursAgo?: number
  /** Kept text: the agent begins, then the two take turns. */
  texts?: string[]
  /** Whether the line died unnoticed: the agent spoke and was charged, and none of its sound was delivered. */
  isUnheard?: boolean
}

/** Adds a past conversation, held and charged through the ledger as the gateway does it. Returns its id. */
export async function addPastSession(
  person: Person,
  { agent, seconds, hoursAgo = 1, texts, isUnheard = false }: PastSession,
): Promise<string> {
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  const [started] = await sql<{ id: string }>(
    `select session_id as id from agent, voice_session_start($1, $2, agent.id, $3, 0, null, $4, 1000, $5, now())
     where agent.name = $6`,
    [person.id, person.accountId, `conv_${crypto.randomUUID()}`, seconds * 1000, at, agent],
  )
  const id = started?.id ?? ''
  const endedAt = new Date(at.getTime() + seconds * 1000)
  const reason = isUnheard ? 'gone' : 'user'
  await sql('select voice_session_settle($1, $2, $3, true, $4, 10000, $5)', [id, reason, seconds * 1000, at, endedAt])
  if (texts) await keepText(person, id, texts)
  return id
}

async function keepText(person: Person, sessionId: string, texts: string[]): Promise<void> {
  const lines = texts.map((text, place) => ({ speaker: place % 2 ? 'you' : 'agent', text, atSeconds: place * 7 }))
  await sql(
    `insert into session_transcript (session_id, user_id, lines, kept_at, kept_until)
     values ($1, $2, $3, now(), now() + interval '90 days')`,
    [sessionId, person.id, JSON.stringify(lines)],
  )
}

export async function idOfAgent(name: string): Promise<string> {
  const [agent] = await sql<{ id: string }>('select id from agent where name = $1', [name])
  if (!agent) throw new Error(`no agent ${name}`)
  return agent.id
}
