import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import * as joining from '#contract/organizations/joining.ts'
import { maskEmail } from '#contract/identity/masked-email.ts'
import { isCommonPassword } from '../../identity/sign-in/common-passwords.ts'
import { findJoinLink, type JoinLink } from './join-links.ts'
import { findMembership } from '../../identity/memberships.ts'
import type { Person } from '../../identity/users.ts'
import { registerInvited } from './join-registration.flow.ts'
import { validateLink } from './link-validation.ts'
import { acceptInvitation, declineInvitation } from './joining.ts'
import { refuseLink } from '../policies.ts'
import { type Fail, failFor } from '../../kernel/problem.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../../conversations/services.ts'
import { setContext, signIn } from '../../kernel/session.ts'
import { siteUrl } from '../../kernel/site-url.ts'

const mailedText = 'If an invitation for this e-mail exists, we have sent you a link. Please open it to continue.'
const provedText = 'Please confirm your address. We have sent you a link; open it to continue.'

export const joiningRoutes = routes<typeof joining, Services>(joining, {
  invitationPage: async ({ services, params, person, fail }) =>
    describeInvitation(services, params.uniqueLink, person, fail),

  acceptInvitation: async ({ services, person, body, request, at, write, fail }) => {
    const joiner = { ...person, userId: person.id }
    const link = { secret: body.inviteToken, site: siteUrl(services.config, request), at }
    const result = await write((tx) => acceptInvitation(tx, services, joiner, link))
    if (result.state === 'wrong_account') {
      const { maskedEmail } = result
      const message = `This invitation is for ${maskedEmail}. Please switch accounts or ask for a new invitation.`
      throw fail('wrong_account', { message, details: { maskedEmail } })
    }
    if (result.state !== 'joined') throw fail(result.state)
    const { organizationId, organizationName, role } = result.link
    await setContext(request, organizationId)
    return { organizationId, organizationName, role }
  },

  declineInvitation: async ({ body, at, write, fail }) => {
    const refusal = await write((tx) => declineInvitation(tx, body.inviteToken, at))
    if (refusal) throw fail(refusal)
  },

  validateOrganization: async ({ services, body, at, request, write, fail }) => {
    const { email, organizationId, inviteToken: secret } = body
    const asked = { email, organizationId, secret, ip: request.ip, site: siteUrl(services.config, request) }
    const result = await write((tx) => validateLink(tx, services, asked, at))
    if (result.state === 'invalid') throw fail('invalid_invitation')
    if (result.state === 'mailed') return { valid: false, message: mailedText }
    if (result.state !== 'valid') return { valid: false, message: provedText }
    const { organizationName, firstName, lastName } = result.link
    return { valid: true, organizationName, firstName, lastName }
  },

  completeOrganizationRegistration: async ({ services, body, request, reply, fail }) => {
    const { email, organizationId, password, firstName = '', lastName = '', inviteToken: secret } = body
    if (await isCommonPassword(password, email)) throw fail('common_password', { field: 'password' })
    const origin = { ip: request.ip, site: siteUrl(services.config, request) }
    const given = { email, organizationId, password, firstName, lastName, secret, ...origin }
    const result = await registerInvited(services, given)
    if ('barrier' in result) {
      const { barrier } = result
      const isNamed = barrier === 'seats_full' || barrier === 'organization_inactive'
      throw fail(isNamed ? barrier : 'invalid_invitation')
    }
    await signIn(request, reply, result.userId)
    return { success: true, organizationName: result.link.organizationName }
  },
})

/** Returns where a used link leads its current member; nothing for everybody else. */
async function describeMember({ database }: Services, { organizationId, organizationName }: JoinLink, { id }: Person) {
  const isMember = await findMembership(database.read, id, organizationId, false)
  return isMember ? { details: { organizationId, organizationName } } : {}
}

/** Returns what the page of an invitation shows, as data (D112). */
export async function readInvitation(services: Services, request: FastifyRequest, uniqueLink: string) {
  const told = await describeInvitation(services, uniqueLink, request.person, failFor(joining.invitationPage))
  return z.parse(joining.invitationPage.answer, told)
}

/** Returns what a link invites to, for the call and for the page's own address (D112). */
async function describeInvitation(
  services: Services,
  uniqueLink: string,
  person: Person | null,
  fail: Fail<typeof joining.invitationPage>,
): Promise<z.input<typeof joining.invitationPage.answer>> {
  const link = await findJoinLink(services.database.read, uniqueLink, services.clock.now())
  const refusal = refuseLink(link)
  if (link && person && refusal === 'invitation_used') throw fail(refusal, await describeMember(services, link, person))
  if (!link || refusal) throw fail(refusal ?? 'invitation_not_found')
  const { organizationId: id, organizationName: name, industry, logoUrl, primaryColor } = link
  const { title, description, expiresAt: expirationDate, role, isShared, emailDomain } = link
  const maskedEmail = link.email === null ? null : maskEmail(link.email)
  const { email, firstName, lastName } = link
  const invited = email === null || person ? null : { email, firstName, lastName }
  return {
    organization: { id, name, industry, logoUrl, primaryColor },
    invitation: { title, description, expirationDate, role, isShared, maskedEmail, invited, emailDomain },
  }
}
