import type { FastifyInstance } from 'fastify'
import * as profile from '#contract/identity/profile.ts'
import { nameBrowser } from '../browser-name.ts'
import { removeImage } from '../../images/images.ts'
import { isCommonPassword } from '../sign-in/common-passwords.ts'
import { setPhoto, updateNames } from '../users.ts'
import { askNewEmail, resendVerification } from './address.ts'
import { changePassword, changePhoto, requirePassword, keepUpload } from './profile.flow.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import { type Handlers, serve } from '../../kernel/serve.ts'
import type { Services } from '../../kernel/services.ts'
import { endOtherSessions, endSession, signIn } from '../../kernel/session.ts'
import { siteUrl } from '../../kernel/site-url.ts'
import { listOpenSessions } from '../../kernel/open-sessions.ts'
import { readMe } from '../me.routes.ts'
import * as uploads from '#contract/images/uploads.ts'

export function profileRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, profile, {
    ...nameAndEmailHandlers(services),
    ...signInHandlers(services),
    ...photoHandlers(services),
  })
}

/** The names, and the address: confirming it, and asking for another one. */
function nameAndEmailHandlers(services: Services) {
  return {
    updateNames: async ({ person, membership, body, at, write }) => {
      await write((tx) => updateNames(tx, person.id, body.firstName, body.lastName, at))
      return readMe(services.database.read, { ...person, ...body }, membership, at)
    },

    resendVerification: async ({ person, request, at, write, fail }) => {
      if (person.emailVerified) throw fail('already_verified')
      const about = { site: siteUrl(services.config, request), at }
      await write((tx) => resendVerification(tx, services, person, about))
    },

    changeEmail: async ({ person, body, request, at, write, fail }) => {
      if (!person.emailVerified) throw fail('email_unverified')
      if (body.email === person.email) throw fail('same_email', { field: 'email' })
      await requirePassword(services, person, body.currentPassword)
      const about = { site: siteUrl(services.config, request), at }
      await write((tx) => askNewEmail(tx, services, person, body.email, about))
    },
  } satisfies Partial<Handlers<typeof profile>>
}

/** The password, and the browsers that are signed in. */
function signInHandlers(services: Services) {
  return {
    changePassword: async ({ person, body, request, fail }) => {
      await requirePassword(services, person, body.currentPassword)
      if (await isCommonPassword(body.newPassword, person.email))
        throw fail('common_password', { field: 'newPassword' })
      await changePassword(services, person, body.newPassword)
      // This browser stays signed in, under a new id (D15).
      await signIn(request, person.id)
    },

    signIns: async ({ request }) =>
      (await listOpenSessions(services.database.read, request.session)).map((session) => ({
        ...session,
        browser: nameBrowser(session.userAgent),
      })),

    endSignIn: async ({ person, params, write, fail }) => {
      if (!(await write((tx) => endSession(tx, person.id, params.id)))) throw fail('sign_in_not_found')
    },

    endOtherSignIns: async ({ person, request, write }) => {
      const ended = await write((tx) => endOtherSessions(tx, request))
      noteSecurity(services, 'signed_out_everywhere', { userId: person.id, ip: request.ip })
      return { ended }
    },
  } satisfies Partial<Handlers<typeof profile>>
}

/** The photo. */
function photoHandlers(services: Services) {
  return {
    changePhoto: async ({ person, membership, body, at }) => {
      await changePhoto(services, person, Buffer.from(await body.image.arrayBuffer()))
      return readMe(services.database.read, person, membership, at)
    },

    removePhoto: async ({ person, membership, at, write }) => {
      await write(async (tx) => removeImage(tx, await setPhoto(tx, person.id, null, at)))
      return readMe(services.database.read, person, membership, at)
    },
  } satisfies Partial<Handlers<typeof profile>>
}

export function uploadRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, uploads, {
    uploadImage: async ({ person, body }) => keepUpload(services, person, Buffer.from(await body.image.arrayBuffer())),
  })
}
