import type { OfferTier } from '#contract/billing/offers.ts'
import { defaultThresholdMinutes, defaultTier, monthlyCap } from '#contract/billing/prices.ts'
import type { AccountOwner } from '../../identity/account-owner.ts'
import { nextMonth } from '../../kernel/months.ts'
import { type AgreedPackage, offerPackage, packageOf } from '../checkout/offers.ts'
import type { DeclineNotice } from '../../messages/mails/auto-purchase.ts'
import type { SavedCard } from '../checkout/payers.ts'

/** Decides when an automatic purchase is made and what follows from it (D45-D47), without reading or writing. */

const retryMs = 24 * 60 * 60_000
/** Consecutive declines that switch automatic purchases off. */
const maxFailures = 3

/** What prevents the next purchase; the person has been notified of it. */
export type Trouble = 'declined' | 'confirmation_needed' | 'card_blocked' | 'cap_reached' | 'switched_off' | 'no_card'

export interface AutoPurchase {
  accountId: string
  enabled: boolean
  tier: OfferTier
  /** What a purchase buys and costs, as agreed when it was switched on or chosen (D181). See `wouldBuy`. */
  packageName: string | null
  packageCents: number | null
  packageMinutes: number | null
  thresholdMinutes: number
  monthlyCapCents: number
  /** False from the crossing of the threshold until the balance is above it again. */
  armed: boolean
  /** Consecutive declines. */
  failures: number
  /** When a purchase is tried again while the balance is still low. */
  retryAt: Date | null
  /** The card that was declined last; only another one is charged before `retryAt`, or ever when that is null. */
  blockedFingerprint: string | null
  /** The month (YYYY-MM) whose reached cap has been reported. */
  capReportedMonth: string | null
  problem: Trouble | null
}

/** Returns the automatic purchases of an account that has never changed them: off (S120, S294, D46). */
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

/** Returns what is bought next: the agreed package while it is on, the current offer while it is off. */
export function wouldBuy(state: AutoPurchase): AgreedPackage {
  return (state.enabled && packageOf({ ...state, bonusMinutes: 0 })) || offerPackage(state.tier)
}

/** Returns the settings with this package as the agreed one. */
export function agreedOn(state: AutoPurchase, { tier, name, priceCents, minutes }: AgreedPackage): AutoPurchase {
  return { ...state, tier, packageName: name, packageCents: priceCents, packageMinutes: minutes }
}

/**
 * Returns the settings with the person's changes. Switching on starts over, so that a balance that is already low
 * counts as a crossing. Switching on or choosing a package agrees to the current price (D181).
 */
export function withSettings(state: AutoPurchase, settings: AutoPurchaseSettings, at: Date): AutoPurchase {
  const isAgreed = settings.tier !== undefined || (settings.enabled === true && !state.enabled)
  const changed: AutoPurchase = {
    ...(isAgreed ? agreedOn(state, offerPackage(settings.tier ?? state.tier)) : state),
    thresholdMinutes: settings.thresholdMinutes ?? state.thresholdMinutes,
    monthlyCapCents: settings.monthlyCapCents ?? state.monthlyCapCents,
    // Another limit or package may still fit into this month.
    retryAt: state.problem === 'cap_reached' ? at : state.retryAt,
  }
  if (settings.enabled === false) return { ...changed, ...forgiven(state), enabled: false, retryAt: null }
  if (settings.enabled !== true || state.enabled) return changed
  return { ...changed, ...forgiven(state), enabled: true, armed: true, failures: 0, retryAt: null }
}

/** Everything outside the settings that decides on a charge. */
export interface Facts {
  /** Whether the balance has reached the threshold, as `low_from_ms` in the database defines it. */
  isLow: boolean
  isOnHold: boolean
  card: SavedCard | null
  stripeCustomerId: string | null
  owner: AccountOwner | null
  /** Automatic purchases in this calendar month. */
  spentCents: number
}

/**
 * Returns whether a low balance causes no purchase although one is possible: minutes that go back charge nobody (D45).
 */
export function isPaused(state: AutoPurchase, facts: Facts): boolean {
  return state.enabled && facts.isLow && !state.armed && state.retryAt === null
}

export type Obstacle = 'no_access' | 'on_hold' | 'no_card' | 'card_blocked' | 'cap_reached'

/** Returns why the card may not be charged this amount now; null when it may. */
export function findObstacle(
  state: AutoPurchase,
  facts: Facts,
  amountCents = wouldBuy(state).priceCents,
): Obstacle | null {
  // A person who cannot talk does not expect a charge.
  if (!facts.owner?.hasAccess) return 'no_access'
  if (facts.isOnHold) return 'on_hold'
  if (!facts.card) return 'no_card'
  if (isBlocked(state, facts.card)) return 'card_blocked'
  return facts.spentCents + amountCents > state.monthlyCapCents ? 'cap_reached' : null
}

/** Returns whether an attempt may still be charged at its price; much may have changed before its job runs. */
export function mayCharge(
  state: AutoPurchase,
  facts: Facts,
  { tier, amountCents }: { tier: string; amountCents: number },
): boolean {
  const isWanted = state.enabled && state.tier === tier
  return isWanted && facts.isLow && findObstacle(state, facts, amountCents) === null
}

/** Returns whether the card was declined for good. */
export function isBlocked(state: AutoPurchase, card: SavedCard): boolean {
  return state.problem === 'card_blocked' && state.blockedFingerprint === identify(card)
}

/** Returns what distinguishes this card from others, however often it is saved. */
export function identify(card: SavedCard): string {
  return card.fingerprint ?? card.paymentMethodId
}

/** Returns the state once the balance is above the threshold, where the next crossing counts. */
export function rearmed(state: AutoPurchase): AutoPurchase {
  return { ...state, ...forgiven(state), armed: true, retryAt: null }
}

/** Returns the state once an attempt has begun. */
export function attempted(state: AutoPurchase): AutoPurchase {
  const problem = state.problem === 'card_blocked' ? null : state.problem
  return { ...state, armed: false, retryAt: null, blockedFingerprint: null, problem }
}

export function succeeded(state: AutoPurchase): AutoPurchase {
  return { ...state, failures: 0, retryAt: null, blockedFingerprint: null, problem: null }
}

/** Returns the state after an attempt that ended without payment or decline: it is decided again. */
export function dueAgain(state: AutoPurchase, at: Date): AutoPurchase {
  return { ...state, armed: false, retryAt: state.enabled ? at : null }
}

export interface Decline {
  /** The card as `identify` names it; null when unknown. */
  card: string | null
  isHard: boolean
  /** The bank requires the person's confirmation. */
  needsConfirmation: boolean
}

/**
 * Returns what a decline leads to. `notice` is the mail to send; null when the first decline of this low balance has
 * already been reported.
 */
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

/** Returns the state once the cap leaves no room until the month is over. `isNews` is true once a month (D46). */
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

/** Clears every problem except a card that must never be charged again. */
function forgiven(state: AutoPurchase): Pick<AutoPurchase, 'blockedFingerprint' | 'problem'> {
  return state.problem === 'card_blocked' ? state : { blockedFingerprint: null, problem: null }
}
