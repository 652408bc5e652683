import * as twoFactor from '#contract/identity/two-factor.ts'
import { keysOf, beginTwoFactor, readTwoFactor } from './two-factor.ts'
import { declineTwoFactor } from '../users.ts'
import { requirePassword } from '../profile/profile.flow.ts'
import { confirm, renew, turnOff } from './two-factor.flow.ts'
import { routes } from '../../kernel/serve.ts'

export const twoFactorRoutes = routes(twoFactor, {
  twoFactor: async ({ read, person }) => readTwoFactor(read, person.id),

  beginTwoFactor: async ({ services, person, body, at, write }) => {
    await requirePassword(services, person, body.currentPassword)
    const owner = { userId: person.id, email: person.email, at }
    return write((tx) => beginTwoFactor(tx, owner, keysOf(services.config)))
  },

  confirmTwoFactor: async ({ services, person, body }) => ({
    recoveryCodes: await confirm(services, person, body.code),
  }),

  declineTwoFactor: ({ person, at, write }) => write((tx) => declineTwoFactor(tx, person.id, at)),

  turnOffTwoFactor: async ({ services, person, body }) => {
    await requirePassword(services, person, body.currentPassword)
    await turnOff(services, person, body.code)
  },

  renewRecoveryCodes: async ({ services, person, body }) => {
    await requirePassword(services, person, body.currentPassword)
    return { recoveryCodes: await renew(services, person, body.code) }
  },
})
