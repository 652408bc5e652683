import { expect } from 'vitest'
import * as auth from '#contract/identity/auth.ts'
import * as twoFactor from '#contract/identity/two-factor.ts'
import { codeOf } from './app-codes.ts'
import type { TestClient } from '../world/client.ts'
import { password, registered, type TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

export interface ProtectedPerson extends TestPerson {
  secret: string
  recoveryCodes: string[]
}

/** Turns two-factor on for a person; the codes used for it count as long past. */
export async function protect(world: World, person: TestPerson): Promise<ProtectedPerson> {
  const body = { currentPassword: password }
  const { secret } = await person.client.call(twoFactor.beginTwoFactor, { body })
  const code = codeOf(secret, 0, world.clock.real())
  const { recoveryCodes } = await person.client.call(twoFactor.confirmTwoFactor, { body: { code } })
  await clearUsedCodes(world, person)
  return { ...person, secret, recoveryCodes }
}

export async function protectedPerson(world: World): Promise<ProtectedPerson> {
  return protect(world, await registered(world))
}

/** As if the codes used so far were long past. */
export async function clearUsedCodes(world: World, { id }: TestPerson): Promise<void> {
  await world.sql('update two_factor set last_step = last_step - 100 where user_id = $1', [id])
}

/** Returns a browser on which the right password was given. */
export async function waiting(world: World, { email }: { email: string }): Promise<TestClient> {
  const browser = world.visitor()
  expect(await browser.call(auth.login, { body: { email, password } })).toEqual({ twoFactorRequired: true })
  return browser
}

export const giveCode = (browser: TestClient, code: string) => browser.try(auth.loginWithCode, { body: { code } })
