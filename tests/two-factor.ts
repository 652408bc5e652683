import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import * as auth from '#contract/auth.ts'
import * as twoFactor from '#contract/two-factor.ts'
import type { TestClient } from './client.ts'
import { password, registered, type TestPerson } from './people.ts'
import type { World } from './world.ts'

/** What an authenticator app shows for a secret, so many 30 s steps from now. */
export function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Waits for the next 30 s step when the present one is nearly over: then a code keeps its distance while it is judged. */
export async function passStep(): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000)
  if (leftMs < 8_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 50))
}

/** A code that is right at no tolerated step. */
export function wrongCodeOf(secret: string): string {
  const right = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !right.has(code),
  )!
}

export interface ProtectedPerson extends TestPerson {
  secret: string
  recoveryCodes: string[]
}

/** Turns two-factor on for somebody; the codes used for it count as long past. */
export async function protect(world: World, person: TestPerson): Promise<ProtectedPerson> {
  const body = { currentPassword: password }
  const { secret } = await person.client.call(twoFactor.beginTwoFactor, { body })
  const { recoveryCodes } = await person.client.call(twoFactor.confirmTwoFactor, { body: { code: codeOf(secret) } })
  await forgetUsedCodes(world, person)
  return { ...person, secret, recoveryCodes }
}

export async function protectedPerson(world: World): Promise<ProtectedPerson> {
  return protect(world, await registered(world))
}

/** As if the codes used so far were long past. */
export async function forgetUsedCodes(world: World, { id }: TestPerson): Promise<void> {
  await world.sql('update two_factor set last_step = last_step - 100 where user_id = $1', [id])
}

/** A browser on which the right password was given. */
export async function waiting(world: World, { email }: { email: string }): Promise<TestClient> {
  const browser = world.visitor()
  expect(await browser.call(auth.login, { body: { email, password } })).toEqual({ twoFactorRequired: true })
  return browser
}

export const giveCode = (browser: TestClient, code: string) => browser.try(auth.loginWithCode, { body: { code } })
