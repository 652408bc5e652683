import type { Tx } from '../../database/sql.ts'
import type { Services } from '../../conversations/services.ts'
import { requireAttempt, takeAttempt } from '../../kernel/limits.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { addressProofMail, invitationMail } from '../../messages/mails/organization.ts'
import { lockOrganization } from '../organizations.ts'
import { isLinkFor } from '../policies.ts'
import { createInvitation, findOpenInvitation, renewInvitation } from './invitations.ts'
import { findJoinLink, type JoinLink } from './join-links.ts'
import { aboutOrganization } from '../../messages/mails/write-mail.ts'
import { queueMail } from '../../identity/queue-mail.ts'

/** Whether a link is for the person who follows it, before they register with it (D110, D119). */

const proofLifetimeMs = 24 * 60 * 60_000

export interface Asked {
  /** Lower-cased. */
  email: string
  organizationId: number
  /** Of the link; undefined without one. */
  secret: string | undefined
  ip: string
  site: string
}

export type Validated = { state: 'valid'; link: JoinLink } | { state: 'mailed' | 'mailed_proof' | 'invalid' }

/**
 * Decides whether a link opens an organization to an address. Without a link, and for a link that requires a confirmed
 * address, the next step is mailed, so that the requester learns nothing (D110, D119).
 */
export async function validateLink(tx: Tx, services: Services, asked: Asked, at: Date): Promise<Validated> {
  await requireAttempt(tx, services, { key: `join:${hashSecret(asked.email)}:${asked.ip}`, max: 5, windowMinutes: 15 })
  if (asked.secret === undefined) {
    await mailOpenInvitation(tx, services, asked, at)
    return { state: 'mailed' }
  }
  const link = await findJoinLink(tx, asked.secret, at)
  if (!link || !isLinkFor(link, asked)) return { state: 'invalid' }
  if (link.emailDomain === null) return { state: 'valid', link }
  await mailProof(tx, services, link, asked, at)
  return { state: 'mailed_proof' }
}

async function mailOpenInvitation(
  tx: Tx,
  services: Services,
  { email, organizationId, site }: Asked,
  at: Date,
): Promise<void> {
  const open = await findOpenInvitation(tx, organizationId, email, at)
  if (!open) return
  const limit = { key: `invitation-link:${open.id}`, max: 3, windowMinutes: 60 }
  if ((await takeAttempt(tx, services, [limit])) !== null) return
  const secret = await renewInvitation(tx, open.id, { expiresAt: open.expiresAt, at })
  const link = secret && (await findJoinLink(tx, secret, at))
  if (!link) return
  const { firstName, organizationName, expiresAt } = link
  const details = { to: email, firstName, organizationName, note: '', url: `${site}/join/${secret}`, expiresAt }
  await queueMail(tx, services, aboutOrganization(invitationMail(details), organizationId, [open.id]))
}

/** Mails a personal link of one day as proof of the address; it holds no seat (D119). */
async function mailProof(tx: Tx, services: Services, link: JoinLink, { email, site }: Asked, at: Date): Promise<void> {
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
  await queueMail(tx, services, aboutOrganization(mail, organizationId))
}
