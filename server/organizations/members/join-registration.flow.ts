import { findJoinLink, type JoinLink } from './join-links.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { hashPassword } from '../../identity/sign-in/password-hash.ts'
import { termsVersion } from '../../identity/terms.ts'
import { findCredentials, createUser, markEmailVerified } from '../../identity/users.ts'
import type { Services } from '../../conversations/services.ts'
import { findBarrier, lockLink, mailVerification, takeSeat } from './joining.ts'
import { isLinkFor, type JoinRefusal } from '../policies.ts'
import { refuse } from '../../kernel/problem.ts'

/** Invited people without an account register with their link, which link-validation.ts has checked (D110, D111). */

/** A person who is in, or why the link lets nobody in; the admins may have been notified of that. */
export type Registered = { userId: string; link: JoinLink } | { barrier: JoinRefusal }

export interface Registering {
  email: string
  organizationId: number
  password: string
  firstName: string
  lastName: string
  secret: string | undefined
  ip: string
  site: string
}

/**
 * Creates the account of an invited person and lets them in, or neither. An existing account stays untouched (D111).
 */
export async function registerInvited(services: Services, given: Registering): Promise<Registered> {
  const { database, clock } = services
  await countAttempt(services, { key: `register:ip:${given.ip}`, max: 20, windowMinutes: 60 })
  const at = clock.now()
  const seen = given.secret === undefined ? null : await findJoinLink(database.read, given.secret, at)
  if (!seen || !isLinkFor(seen, given) || seen.emailDomain !== null) refuse('invalid_invitation')
  if (await findCredentials(database.read, given.email)) refuse('account_exists')
  const firstName = given.firstName || seen.firstName
  const lastName = given.lastName || seen.lastName
  if (firstName === '') refuse('name_required', { field: 'firstName' })
  if (lastName === '') refuse('name_required', { field: 'lastName', message: 'Last name is required' })
  const { email, site } = given
  const passwordHash = await hashPassword(given.password)
  const terms = { version: termsVersion, acceptedAt: at }
  const user = { email, passwordHash, firstName, lastName, referralCode: undefined, terms, at }
  return database.write(async (tx): Promise<Registered> => {
    const link = await lockLink(tx, given.secret ?? '', at)
    if (!link || !isLinkFor(link, given)) refuse('invalid_invitation')
    const barrier = await findBarrier(tx, services, link, { userId: null, email, site, at })
    if (barrier) return { barrier }
    const userId = (await createUser(tx, services.welcome, user)) ?? refuse('account_exists')
    await takeSeat(tx, link, userId, email, at)
    // A person who came by a mailed link owns the address (D24).
    if (link.email !== null) await markEmailVerified(tx, userId, email, at)
    else await mailVerification(tx, services, { userId, email, emailVerified: false }, { site, at })
    return { userId, link }
  })
}
