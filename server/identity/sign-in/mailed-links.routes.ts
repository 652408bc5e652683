import type { FastifyInstance } from 'fastify'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import { isTaken } from '../../database/sql.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import { serve } from '../../kernel/serve.ts'
import { verifyEmail } from '../profile/address.ts'
import type { Services } from '../services.ts'
import { originOf } from './auth.routes.ts'
import { resetPassword } from './authentication.flow.ts'
import { isCommonPassword } from './common-passwords.ts'
import { endSignInsOf } from './pending-sign-ins.ts'
import { findEmailLink, isPasswordLinkUsed } from './passwords.ts'
import { askForResetLink, findResetEmail } from './reset-links.ts'

/** The links that come by mail: for a new password, and for an address. */
export function mailedLinkRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, mailedLinks, {
    forgotPassword: async ({ body, request, write }) => {
      const origin = originOf(request, services)
      await write((tx) => askForResetLink(tx, services, body.email, origin))
      return { message: 'If an account with this email exists, a password reset link has been sent.' }
    },

    verifyResetToken: async ({ params, at, write }) => {
      const valid = (await write((tx) => findResetEmail(tx, params.token, at))) !== null
      return { valid, isUsed: !valid && (await isPasswordLinkUsed(read, params.token)) }
    },

    resetPassword: async ({ body, at, write, fail }) => {
      const email = await write((tx) => findResetEmail(tx, body.token, at))
      if (email === null) throw fail('invalid_token')
      if (await isCommonPassword(body.newPassword, email)) throw fail('common_password', { field: 'newPassword' })
      const isReset = await resetPassword(services, body.token, body.newPassword, endSignInsOf)
      if (!isReset) throw fail('invalid_token')
      return { success: true }
    },

    emailLink: async ({ params, at, fail }) => {
      const link = await findEmailLink(read, params.token, at)
      if (!link) throw fail('invalid_token')
      return { email: link.email, isChange: link.purpose === 'change', isReached: link.isReached }
    },

    verifyEmail: async ({ body, at, write, fail }) => {
      const verified = await write((tx) => verifyEmail(tx, services, body.token, at)).catch((error: unknown) => {
        // Another person has taken the address since.
        if (isTaken(error, 'users_email')) return null
        throw error
      })
      if (!verified) throw fail('invalid_token')
      const isChanged = verified.purpose === 'change'
      if (isChanged && !verified.isReached) noteSecurity(services, 'email_changed', { userId: verified.userId })
      return { success: true, email: verified.email, isChanged }
    },
  })
}
