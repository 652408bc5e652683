import type { Tx } from '../../database/sql.ts'
import { createInvitation, findOpenInvitation, renewInvitation } from './invitations.ts'
import { findJoinLink, type JoinLink } from './join-links.ts'
import { countAttempt, type Limit } from '../../kernel/limits.ts'
import { lockOrganization } from '../organizations.ts'
import { hashPassword } from '../../identity/sign-in/password-hash.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { termsVersion } from '../../identity/terms.ts'
import { findCredentials } from '../../identity/credentials.ts'
import { createUser, markEmailVerified } from '../../identity/users.ts'
import type { Services } from '../../conversations/services.ts'
import { findBarrier, lockLink, mailVerification, takeSeat } from './joining.ts'
import { isLinkFor, type JoinRefusal } from '../policies.ts'
import { addressProofMail, invitationMail } from '../../messages/mails/organization.ts'

/** Invited people without an account: checking that the link is theirs, and registering with it (D110, D111). */

const proofLifetimeMs = 24 * 60 * 60_000

export type Validated =
  | { state: 'valid'; link: JoinLink }
  | { state: 'mailed' | 'mailed_proof' | 'invalid' }
  | { state: 'limited'; retryAfterSeconds: number }

/**
 * Decides whether a link opens an organization to an address. Without a link, and for a link that requires a confirmed
 * address, the next step is mailed, so that the requester learns nothing (D110, D119).
 */
export async function validateLink(
  services: Services,
  asked: { email: string; organizationId: number; secret: string | undefined; ip: string; site: string },
): Promise<Validated> {
  const at = services.clock.now()
  const { rateLimitFactor } = services.config
  const limit: Limit = { key: `join:${hashSecret(asked.email)}:${asked.ip}`, max: 5, windowMinutes: 15 }
  return services.database.write(async (tx): Promise<Validated> => {
    const waitSeconds = await countAttempt(tx, limit, rateLimitFactor, services.clock.real())
    if (waitSeconds !== null) return { state: 'limited', retryAfterSeconds: waitSeconds }
    if (asked.secret === undefined) {
      await mailOpenInvitation(services, tx, asked)
      return { state: 'mailed' }
    }
    const link = await findJoinLink(tx, asked.secret, at)
    if (!link || !isLinkFor(link, asked)) return { state: 'invalid' }
    if (link.emailDomain === null) return { state: 'valid', link }
    await mailProof(services, tx, link, asked)
    return { state: 'mailed_proof' }
  })
}

async function mailOpenInvitation(
  services: Services,
  tx: Tx,
  { email, organizationId, site }: { email: string; organizationId: number; site: string },
): Promise<void> {
  const at = services.clock.now()
  const open = await findOpenInvitation(tx, organizationId, email, at)
  if (!open) return
  const limit: Limit = { key: `invitation-link:${open.id}`, max: 3, windowMinutes: 60 }
  if ((await countAttempt(tx, limit, services.config.rateLimitFactor, services.clock.real())) !== null) return
  const secret = await renewInvitation(tx, open.id, { expiresAt: open.expiresAt, at })
  const link = secret && (await findJoinLink(tx, secret, at))
  if (!link) return
  const { firstName, organizationName, expiresAt } = link
  const details = { to: email, firstName, organizationName, note: '', url: `${site}/join/${secret}`, expiresAt }
  await services.jobs.enqueue(tx, 'mail', invitationMail(details))
}

/** Mails a personal link of one day as proof of the address; it holds no seat (D119). */
async function mailProof(
  services: Services,
  tx: Tx,
  link: JoinLink,
  { email, site }: { email: string; site: string },
): Promise<void> {
  const at = services.clock.now()
  const { organizationId, role, accessLevel, userCategory, description, invitedBy } = link
  await lockOrganization(tx, organizationId)
  const open = await findOpenInvitation(tx, organizationId, email, at)
  const expiresAt = new Date(at.getTime() + proofLifetimeMs)
  const terms = { organizationId, role, accessLevel, userCategory, description, invitedBy }
  const kind = { invitationType: 'link', bulkInviteId: link.bulkInviteId, firstName: '', lastName: '' } as const
  const secret = open
    ? await renewInvitation(tx, open.id, { expiresAt: open.expiresAt > expiresAt ? open.expiresAt : expiresAt, at })
    : (await createInvitation(tx, { ...terms, ...kind, email, expiresAt, at })).secret
  if (secret === null) return
  const mail = addressProofMail(email, link.organizationName, `${site}/join/${secret}`)
  await services.jobs.enqueue(tx, 'mail', mail)
}

export type Registered =
  | { state: 'registered'; userId: string; link: JoinLink }
  | { state: 'first_name_required' | 'last_name_required' | 'account_exists' | 'invalid' | JoinRefusal }
  | { state: 'limited'; retryAfterSeconds: number }

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
  const { database, clock, config } = services
  const limit: Limit = { key: `register:ip:${given.ip}`, max: 20, windowMinutes: 60 }
  const waitSeconds = await database.write((tx) => countAttempt(tx, limit, config.rateLimitFactor, clock.real()))
  if (waitSeconds !== null) return { state: 'limited', retryAfterSeconds: waitSeconds }
  const at = clock.now()
  const seen = given.secret === undefined ? null : await findJoinLink(database.read, given.secret, at)
  if (!seen || !isLinkFor(seen, given) || seen.emailDomain !== null) return { state: 'invalid' }
  if (await findCredentials(database.read, given.email)) return { state: 'account_exists' }
  const firstName = given.firstName || seen.firstName
  const lastName = given.lastName || seen.lastName
  if (firstName === '') return { state: 'first_name_required' }
  if (lastName === '') return { state: 'last_name_required' }
  const { email, site } = given
  const passwordHash = await hashPassword(given.password)
  const terms = { version: termsVersion, acceptedAt: at }
  const user = { email, passwordHash, firstName, lastName, referralCode: undefined, terms, at }
  return database.write(async (tx): Promise<Registered> => {
    const link = await lockLink(tx, given.secret ?? '', at)
    if (!link || !isLinkFor(link, given)) return { state: 'invalid' }
    const barrier = await findBarrier(tx, services, link, { userId: null, email, site, at })
    if (barrier) return { state: barrier }
    const userId = await createUser(tx, services.welcome, user)
    if (!userId) return { state: 'account_exists' }
    await takeSeat(tx, link, userId, email, at)
    // A person who came by a mailed link owns the address (D24).
    if (link.email !== null) await markEmailVerified(tx, userId, email, at)
    else await mailVerification(tx, services, { userId, email, firstName, emailVerified: false }, { site, at })
    return { state: 'registered', userId, link }
  })
}
