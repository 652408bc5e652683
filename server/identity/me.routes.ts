import type * as z from 'zod/mini'
import { centsToDollars, msToMinutes, msToSeconds } from '#contract/amounts.ts'
import type { me } from '#contract/identity/people.ts'
import { defaultThresholdMinutes, defaultTier } from '#contract/billing/prices.ts'
import { graceEndsAt, hasAccess, hasOrganizationAccess, isUnpaid } from './access.ts'
import { chooseContext, listContexts } from './contexts.ts'
import type { WorkContext, Membership } from './memberships.ts'
import { findOwnPage, type OwnPage } from './own-page.ts'
import { hasVoiceConsent } from './policies.ts'
import type { Read } from '../database/sql.ts'
import { refusals } from '../kernel/problem.ts'
import { lasting } from '../kernel/serve.ts'
import { findPerson, type Person } from './users.ts'

/** Returns the person as their own browser may see them. People who have just been erased count as signed out. */
export async function readMe(
  read: Read,
  person: Person,
  membership: WorkContext | null,
  at: Date,
): Promise<z.input<typeof me>> {
  return toMe({ ...person, ...(await readPage(read, person)) }, membership, at)
}

/** The answer about a person and their context, who are new objects as soon as a row behind them has changed. */
interface KeptMe {
  membership: WorkContext | null
  until: number
  answer: z.input<typeof me>
}
const kept = new WeakMap<Person, KeptMe>()

/** Returns the same for the person of a request before anything was written. It is read again only after a change. */
export async function readKnownMe(
  read: Read,
  person: Person,
  membership: WorkContext | null,
  at: Date,
): Promise<z.input<typeof me>> {
  const known = kept.get(person)
  if (known && known.membership === membership && at.getTime() < known.until) return known.answer
  const page = await readPage(read, person)
  const answer = lasting(toMe({ ...person, ...page }, membership, at))
  const askedAgainAt = (page.twoFactorDeclinedAt?.getTime() ?? -Infinity) + declineMs
  kept.set(person, { membership, until: askedAgainAt > at.getTime() ? askedAgainAt : Infinity, answer })
  return answer
}

async function readPage(read: Read, { id }: Person): Promise<OwnPage> {
  const page = await findOwnPage(read, id)
  if (!page) throw refusals.signedOut()
  return page
}

/** Returns the same for a person who has just signed in on this browser. */
export async function readArrived(read: Read, userId: string, at: Date): Promise<z.input<typeof me>> {
  const [person, contexts, page] = await Promise.all([
    findPerson(read, userId),
    listContexts(read, userId, undefined, at),
    findOwnPage(read, userId),
  ])
  if (!person || !page) throw new Error(`Person ${userId} is gone`)
  return toMe({ ...person, ...page }, chooseContext(person, contexts, undefined, at), at)
}

/** During a live conversation the balance is reduced by what it has used (D30). */
function toMe(person: Person & OwnPage, membership: WorkContext | null, at: Date): z.input<typeof me> {
  const monthlyMs = Math.max(0, person.monthlyMs - person.liveUsedMs)
  const purchasedMs = person.purchasedMs - Math.max(0, person.liveUsedMs - person.monthlyMs)
  const balanceMs = Math.max(0, monthlyMs + purchasedMs)
  return {
    ...person,
    creditBalance: msToMinutes(balanceMs),
    balanceSeconds: msToSeconds(balanceMs),
    monthlyCredits: msToMinutes(monthlyMs),
    purchasedCredits: msToMinutes(Math.max(0, purchasedMs)),
    fullMinutes: msToMinutes(Math.max(person.fullMs, balanceMs)),
    subscriptionPlan: planOf(person),
    subscriptionRenewsAt: person.renewsAt,
    cancelAtPeriodEnd: person.cancelAtPeriodEnd ?? false,
    graceEndsAt: graceEndsAt(person),
    autoPurchaseEnabled: person.autoPurchaseEnabled ?? false,
    autoPurchaseTier: person.autoPurchaseTier ?? defaultTier,
    autoPurchaseThreshold: person.autoPurchaseThreshold ?? defaultThresholdMinutes,
    debt: centsToDollars(person.debtCents),
    isTwoFactorSuggested: isTwoFactorSuggested(person, membership, at),
    hasAccess: hasAccess(person, membership, at),
    hasOrganizationAccess: membership !== null && hasOrganizationAccess(membership, at),
    isOrganizationUnpaid: membership !== null && isUnpaid(membership),
    isOrganizationOff: membership !== null && !membership.isActive,
    organizationId: membership?.organizationId ?? null,
    organizationName: membership?.name ?? null,
    organizationRole: membership?.role ?? null,
    organizationGraceEndsAt: membership?.role === 'admin' ? graceEndsAt(membership) : null,
    organizationCredits: membership && msToMinutes(membership.balanceMs),
    monthLeftSeconds: membership && membership.monthLeftMs !== null ? msToSeconds(membership.monthLeftMs) : null,
    voiceConsent: hasVoiceConsent(person),
  }
}

/** Returns what the person's months cost and give, as agreed (D181). */
function planOf({ planName: name, planCents, planMinutes: minutes }: OwnPage) {
  if (name === null || planCents === null || minutes === null) return null
  return { name, price: centsToDollars(planCents), minutes }
}

/** How long "Not Now" holds, after which people whose sign-in can move money are asked again. */
const declineMs = 30 * 24 * 60 * 60_000

type Asked = Pick<Person, 'role'> & Pick<OwnPage, 'hasTwoFactor' | 'twoFactorDeclinedAt'>

/**
 * Returns whether a person with wide rights, on the platform or in an organization, has no two-factor sign-in and has
 * not declined it in the last 30 days (D27).
 */
export function isTwoFactorSuggested(
  { role, hasTwoFactor, twoFactorDeclinedAt: declinedAt }: Asked,
  membership: Pick<Membership, 'role'> | null,
  at: Date,
): boolean {
  if (hasTwoFactor || (role !== 'admin' && membership?.role !== 'admin')) return false
  return declinedAt === null || at.getTime() - declinedAt.getTime() >= declineMs
}
