import { expect } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import type { Reply, TestClient } from '../world/client.ts'
import { queuedMails } from '../world/mailbox.ts'
import { password } from '../world/people.ts'
import type { World } from '../world/world.ts'

/** A person's account as the database, their mailbox and other browsers see it. */

interface SessionRow {
  id: string
  sid: string
  expire: Date
}

export function sessionsOf(world: World, { id }: { id: string }): Promise<SessionRow[]> {
  return world.sql('select id, sid, expire from session where user_id = $1 order by created_at', [id])
}

export async function userRow(world: World, { id }: { id: string }): Promise<Record<string, unknown>> {
  const [row] = await world.sql('select * from users where id = $1', [id])
  return row ?? {}
}

export function signIn(world: World, { email }: { email: string }, given = password) {
  return world.visitor().try(auth.login, { body: { email, password: given } })
}

/** Returns the status of the answer about the current user, asked with only this cookie. */
export async function statusWith(world: World, cookie: string): Promise<number> {
  return (await world.visitor().request('GET', '/api/auth/user', undefined, { cookie })).status
}

/** Expects the refusal by a limit, which says when to come back. */
export function expectLimited({ status, body, headers }: Reply<object>, code = 'too_many_attempts'): void {
  expect([status, body]).toMatchObject([429, { code }])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
}

export async function subjectsTo(world: World, { email }: { email: string }): Promise<string[]> {
  return (await queuedMails(world, email)).map(({ subject }) => subject)
}

export async function signedInAgain(
  world: World,
  { email }: { email: string },
  userAgent = 'node',
): Promise<TestClient> {
  const browser = world.visitor()
  await browser.request('POST', '/api/auth/login', { email, password }, { 'user-agent': userAgent })
  return browser
}
