import type { APIRequestContext, Page } from '@playwright/test'
import { enter, lowerBalance, type Person, sql, subscriber } from '../../people.ts'

/** Signs the browser of `page` in as a new person who has paid and, by default, accepted the voice notice. */
export async function becomeTalker(
  page: Page,
  options: { agreed?: boolean; balanceSeconds?: number } = {},
): Promise<Person> {
  const { agreed = true, balanceSeconds } = options
  const person = await subscriber()
  await enter(page.context(), person)
  if (agreed) await call(page.context().request, '/api/account/voice-consent', {})
  if (balanceSeconds !== undefined) await lowerBalance(person, balanceSeconds / 60)
  return person
}

async function call(request: APIRequestContext, path: string, data: unknown): Promise<unknown> {
  const answer = await request.post(path, { data })
  if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

interface Conversation {
  id: string
  status: string
  end_reason: string | null
  used_ms: number
  charged_ms: number | null
  resume_of: string | null
}

/** Returns the person's conversations, newest first. */
export function conversationsOf({ id }: Person): Promise<Conversation[]> {
  return sql<Conversation>(
    `select id, status, end_reason, used_ms::int, charged_ms::int, resume_of from voice_session where user_id = $1
      order by created_at desc`,
    [id],
  )
}

/** Returns the balance in milliseconds as the ledger has it. */
export async function balanceMsOf({ accountId }: Person): Promise<number> {
  const [account] = await sql<{ balance: string }>(
    'select monthly_ms + purchased_ms as balance from account where id = $1',
    [accountId],
  )
  return Number(account?.balance)
}
