import * as profile from '#contract/identity/profile.ts'
import { nameBrowser } from '../browser-name.ts'
import { removeImage } from '../../images/images.ts'
import { isCommonPassword } from '../sign-in/common-passwords.ts'
import { setPhoto, updateNames } from '../users.ts'
import { askNewEmail, resendVerification } from './address.ts'
import { changePassword, changePhoto, requirePassword, keepUpload } from './profile.flow.ts'
import { noteSecurity } from '../../kernel/security-events.ts'
import { routes } from '../../kernel/serve.ts'
import { endOtherSessions, endSession, signIn } from '../../kernel/session.ts'
import { siteUrl } from '../../kernel/site-url.ts'
import { listOpenSessions } from '../../kernel/open-sessions.ts'
import { readMe } from '../me.routes.ts'
import * as uploads from '#contract/images/uploads.ts'

export const profileRoutes = routes(profile, {
  updateNames: async ({ read, person, membership, body, at, write }) => {
    await write((tx) => updateNames(tx, person.id, body.firstName, body.lastName, at))
    return readMe(read, { ...person, ...body }, membership, at)
  },

  resendVerification: async ({ services, person, request, at, write, fail }) => {
    if (person.emailVerified) throw fail('already_verified')
    const about = { site: siteUrl(services.config, request), at }
    await write((tx) => resendVerification(tx, services, person, about))
  },

  changeEmail: async ({ services, person, body, request, at, write, fail }) => {
    if (!person.emailVerified) throw fail('email_unverified')
    if (body.email === person.email) throw fail('same_email', { field: 'email' })
    await requirePassword(services, person, body.currentPassword)
    const about = { site: siteUrl(services.config, request), at }
    await write((tx) => askNewEmail(tx, services, person, body.email, about))
  },

  changePassword: async ({ services, person, body, request, reply, fail }) => {
    await requirePassword(services, person, body.currentPassword)
    if (await isCommonPassword(body.newPassword, person.email)) throw fail('common_password', { field: 'newPassword' })
    await changePassword(services, person, body.newPassword)
    // This browser stays signed in, under a new id (D15).
    await signIn(request, reply, person.id)
  },

  signIns: async ({ read, request }) =>
    (await listOpenSessions(read, request.session ?? {})).map((session) => ({
      ...session,
      browser: nameBrowser(session.userAgent),
    })),

  endSignIn: async ({ person, params, write, fail }) => {
    if (!(await write((tx) => endSession(tx, person.id, params.id)))) throw fail('sign_in_not_found')
  },

  endOtherSignIns: async ({ services, person, request, write }) => {
    const ended = await write((tx) => endOtherSessions(tx, request))
    noteSecurity(services, 'signed_out_everywhere', { userId: person.id, ip: request.ip })
    return { ended }
  },

  changePhoto: async ({ services, read, person, membership, body, at }) => {
    await changePhoto(services, person, Buffer.from(await body.image.arrayBuffer()))
    return readMe(read, person, membership, at)
  },

  removePhoto: async ({ read, person, membership, at, write }) => {
    await write(async (tx) => removeImage(tx, await setPhoto(tx, person.id, null, at)))
    return readMe(read, person, membership, at)
  },
})

export const uploadRoutes = routes(uploads, {
  uploadImage: async ({ services, person, body }) =>
    keepUpload(services, person, Buffer.from(await body.image.arrayBuffer())),
})
