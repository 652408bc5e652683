import type { FastifyInstance } from 'fastify'
import * as twoFactor from '#contract/identity/two-factor.ts'
import { keysOf } from './keys.ts'
import { beginTwoFactor, readTwoFactor } from './two-factor.ts'
import { declineTwoFactor, type Person } from '../users.ts'
import { judgePassword } from '../profile/profile.flow.ts'
import { confirm, renew, turnOff } from './two-factor.flow.ts'
import type { Fail } from '../../kernel/problem.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../kernel/services.ts'
import { orBusy, soon } from '../sign-in/busy.routes.ts'

/** Every call that asks for the password refuses a wrong one in the same way. */
type FailPassword = Fail<{ errors: Record<'busy' | 'too_many_attempts' | 'wrong_password', unknown> }>

export function twoFactorRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, twoFactor, {
    twoFactor: async ({ person }) => readTwoFactor(services.database.read, person.id),

    beginTwoFactor: async ({ person, body, at, write, fail }) => {
      await requirePassword(services, person, body.currentPassword, fail)
      const owner = { userId: person.id, email: person.email, at }
      const begun = await write((tx) => beginTwoFactor(tx, owner, keysOf(services.config)))
      if (!begun) throw fail('two_factor_on')
      return begun
    },

    confirmTwoFactor: async ({ person, body, fail }) => {
      const result = await confirm(services, person, body.code)
      if (result.state === 'limited') throw fail('too_many_attempts', result)
      if (result.state === 'wrong_code') throw fail('wrong_code', { field: 'code' })
      if (result.state !== 'on') throw fail(result.state)
      return result
    },

    declineTwoFactor: async ({ person, at, write }) => {
      await write((tx) => declineTwoFactor(tx, person.id, at))
      return { success: true }
    },

    turnOffTwoFactor: async ({ person, body, fail }) => {
      await requirePassword(services, person, body.currentPassword, fail)
      const result = await turnOff(services, person, body.code)
      if (result.state === 'limited') throw fail('too_many_attempts', result)
      if (result.state === 'wrong_code') throw fail('wrong_code', { field: 'code' })
      if (result.state !== 'off') throw fail(result.state)
      return { success: true }
    },

    renewRecoveryCodes: async ({ person, body, fail }) => {
      await requirePassword(services, person, body.currentPassword, fail)
      const result = await renew(services, person, body.code)
      if (result.state === 'limited') throw fail('too_many_attempts', result)
      if (result.state === 'wrong_code') throw fail('wrong_code', { field: 'code' })
      if (result.state !== 'renewed') throw fail(result.state)
      return result
    },
  })
}

async function requirePassword(
  services: Services,
  person: Person,
  password: string,
  fail: FailPassword,
): Promise<void> {
  const judged = await orBusy(judgePassword(services, person, password), () => fail('busy', soon))
  if (judged.state === 'limited') throw fail('too_many_attempts', judged)
  if (judged.state === 'wrong') throw fail('wrong_password', { field: 'currentPassword' })
}
