import type { OfferTier } from '#contract/billing/offers.ts'
import { defaultThresholdMinutes, defaultTier, monthlyCap } from '#contract/billing/prices.ts'
import type { AccountOwner } from '../../identity/account-owner.ts'
import { nextMonth } from '../../kernel/months.ts'
import { type AgreedPackage, offerPackage, packageOf } from '../checkout/offers.ts'
import type { DeclineNotice } from '../../messages/mails/auto-purchase.ts'
import type { SavedCard } from '../checkout/payers.ts'

/** When an automatic purchase is made, and what follows from its outcome (D45-D47). Nothing here reads or writes. */

const retryMs = 24 * 60 * 60_000
/** Declines in a row that switch automatic purchases off. */
const maxFailures = 3

/** What stands in the way of the next purchase, and has been told. */
export type Trouble = 'declined' | 'confirmation_needed' | 'card_blocked' | 'cap_reached' | 'switched_off' | 'no_card'

export interface AutoPurchase {
  accountId: string
  enabled: boolean
  tier: OfferTier
  /** What a purchase buys and costs, as agreed when it was switched on or chosen (D181); see `wouldBuy`. */
  packageName: string | null
  packageCents: number | null
  packageMinutes: number | null
  thresholdMinutes: number
  monthlyCapCents: number
  /** False from the crossing of the threshold until the balance is above it again. */
  armed: boolean
  /** Declines in a row. */
  failures: number
  /** When a balance that is still low is tried again. */
  retryAt: Date | null
  /** The card that was declined last: only another one is tried before `retryAt`, or at all when that is null. */
  blockedFingerprint: string | null
  /** Month (YYYY-MM) whose reached cap has been reported. */
  capReportedMonth: string | null
  problem: Trouble | null
}

/** Automatic purchases of an account that nobody has touched: off (S120, S294, D46). */
export function untouched(accountId: string): AutoPurchase {
  return {
    accountId,
    enabled: false,
    tier: defaultTier,
    packageName: null,
    packageCents: null,
    packageMinutes: null,
    thresholdMinutes: defaultThresholdMinutes,
    monthlyCapCents: monthlyCap.defaultCents,
    armed: true,
    failures: 0,
    retryAt: null,
    blockedFingerprint: null,
    capReportedMonth: null,
    problem: null,
  }
}

export interface AutoPurchaseSettings {
  enabled?: boolean | undefined
  tier?: OfferTier | undefined
  thresholdMinutes?: number | undefined
  monthlyCapCents?: number | undefined
}

/** What is bought next: what was agreed while it is on, and what the list offers now while it is off. */
export function wouldBuy(state: AutoPurchase): AgreedPackage {
  return (state.enabled && packageOf({ ...state, bonusMinutes: 0 })) || offerPackage(state.tier)
}

/** The settings with this package as what was agreed. */
export function agreedOn(state: AutoPurchase, { tier, name, priceCents, minutes }: AgreedPackage): AutoPurchase {
  return { ...state, tier, packageName: name, packageCents: priceCents, packageMinutes: minutes }
}

/**
 * The settings with what the person has changed. Switching on begins afresh, so that a low balance is a crossing; with it,
 * and with the choice of a package, the price of now is agreed to (D181).
 */
export function withSettings(state: AutoPurchase, settings: AutoPurchaseSettings, at: Date): AutoPurchase {
  const isAgreed = settings.tier !== undefined || (settings.enabled === true && !state.enabled)
  const changed: AutoPurchase = {
    ...(isAgreed ? agreedOn(state, offerPackage(settings.tier ?? state.tier)) : state),
    thresholdMinutes: settings.thresholdMinutes ?? state.thresholdMinutes,
    monthlyCapCents: settings.monthlyCapCents ?? state.monthlyCapCents,
    // Another limit or package may fit into this month after all.
    retryAt: state.problem === 'cap_reached' ? at : state.retryAt,
  }
  if (settings.enabled === false) return { ...changed, ...forgiven(state), enabled: false, retryAt: null }
  if (settings.enabled !== true || state.enabled) return changed
  return { ...changed, ...forgiven(state), enabled: true, armed: true, failures: 0, retryAt: null }
}

/** Whether the card of an account must be charged now, or tried again, when its balance is low. */
export function isDue(state: AutoPurchase, card: SavedCard | null, at: Date): boolean {
  if (state.armed || (state.retryAt !== null && state.retryAt <= at)) return true
  return state.blockedFingerprint !== null && card !== null && identify(card) !== state.blockedFingerprint
}

/** Everything outside the settings that decides about a charge. */
export interface Facts {
  /** Whether the balance has come down to the threshold, by the one rule for it: `low_from_ms` in the database. */
  isLow: boolean
  isOnHold: boolean
  card: SavedCard | null
  stripeCustomerId: string | null
  owner: AccountOwner | null
  /** Automatic purchases of this calendar month. */
  spentCents: number
}

/** Whether a low balance brings no purchase although nothing stands in its way: minutes that go back charge nobody (D45). */
export function isPaused(state: AutoPurchase, facts: Facts): boolean {
  return state.enabled && facts.isLow && !state.armed && state.retryAt === null
}

export type Obstacle = 'no_access' | 'on_hold' | 'no_card' | 'card_blocked' | 'cap_reached'

/** Why the card may not be charged so much at this moment; null when it may. */
export function findObstacle(
  state: AutoPurchase,
  facts: Facts,
  amountCents = wouldBuy(state).priceCents,
): Obstacle | null {
  // Charging somebody who cannot talk would be a surprise.
  if (!facts.owner?.hasAccess) return 'no_access'
  if (facts.isOnHold) return 'on_hold'
  if (!facts.card) return 'no_card'
  if (isBlocked(state, facts.card)) return 'card_blocked'
  return facts.spentCents + amountCents > state.monthlyCapCents ? 'cap_reached' : null
}

/** Whether an attempt may still be charged at the price it began with: much may have changed before its job runs. */
export function mayCharge(
  state: AutoPurchase,
  facts: Facts,
  { tier, amountCents }: { tier: string; amountCents: number },
): boolean {
  const isWanted = state.enabled && state.tier === tier
  return isWanted && facts.isLow && findObstacle(state, facts, amountCents) === null
}

/** Whether the card was declined for good. */
export function isBlocked(state: AutoPurchase, card: SavedCard): boolean {
  return state.problem === 'card_blocked' && state.blockedFingerprint === identify(card)
}

/** What tells one card from another, however often the same one is saved. */
export function identify(card: SavedCard): string {
  return card.fingerprint ?? card.paymentMethodId
}

/** The balance is above the threshold: the next crossing counts. */
export function rearmed(state: AutoPurchase): AutoPurchase {
  return { ...state, ...forgiven(state), armed: true, retryAt: null }
}

/** An attempt has begun. */
export function attempted(state: AutoPurchase): AutoPurchase {
  const problem = state.problem === 'card_blocked' ? null : state.problem
  return { ...state, armed: false, retryAt: null, blockedFingerprint: null, problem }
}

export function succeeded(state: AutoPurchase): AutoPurchase {
  return { ...state, failures: 0, retryAt: null, blockedFingerprint: null, problem: null }
}

/** An attempt that came to nothing without a decline is decided on anew. */
export function dueAgain(state: AutoPurchase, at: Date): AutoPurchase {
  return { ...state, armed: false, retryAt: state.enabled ? at : null }
}

export interface Decline {
  /** What `identify` says of the card; null when it is not known. */
  card: string | null
  isHard: boolean
  /** The bank wants the person. */
  needsConfirmation: boolean
}

/** What a decline leads to; `notice` is the mail to send, null when this low balance's first decline was told. */
export function declined(
  state: AutoPurchase,
  decline: Decline,
  at: Date,
): { next: AutoPurchase; notice: DeclineNotice | null } {
  const failures = state.failures + 1
  const isOff = failures >= maxFailures
  const soft = decline.needsConfirmation ? 'confirmation_needed' : 'declined'
  const next: AutoPurchase = {
    ...state,
    enabled: state.enabled && !isOff,
    armed: false,
    failures,
    retryAt: isOff || decline.isHard ? null : new Date(at.getTime() + retryMs),
    blockedFingerprint: decline.card,
    problem: decline.isHard ? 'card_blocked' : isOff ? 'switched_off' : soft,
  }
  if (isOff) return { next, notice: 'off' }
  if (decline.isHard) return { next, notice: 'blocked' }
  if (decline.needsConfirmation) return { next, notice: 'confirm' }
  const wasTold = state.problem === 'declined' || state.problem === 'confirmation_needed'
  return { next, notice: wasTold ? null : 'declined' }
}

/** The cap leaves no room until the month is over; `isNews` once a month (D46). */
export function capReached(state: AutoPurchase, at: Date): { next: AutoPurchase; isNews: boolean } {
  const month = at.toISOString().slice(0, 7)
  const next: AutoPurchase = {
    ...state,
    armed: false,
    retryAt: nextMonth(at),
    capReportedMonth: month,
    problem: 'cap_reached',
  }
  return { next, isNews: state.capReportedMonth !== month }
}

/** Lets go of all troubles but a card that must never be charged again. */
function forgiven(state: AutoPurchase): Pick<AutoPurchase, 'blockedFingerprint' | 'problem'> {
  return state.problem === 'card_blocked' ? state : { blockedFingerprint: null, problem: null }
}
