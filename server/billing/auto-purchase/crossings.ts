import { nameCard } from '#contract/billing/card-names.ts'
import type { Tx } from '../../database/sql.ts'
import { lockAutoPurchase, needsLook, readFacts, storeAutoPurchase } from './auto-purchase.ts'
import {
  attempted,
  type AutoPurchase,
  capReached,
  dueAgain,
  type Facts,
  findObstacle,
  rearmed,
  wouldBuy,
} from './auto-purchase-rules.ts'
import { findOpenAutomatic, openPackage, endConfirmation } from '../checkout/checkouts.ts'
import { withFirstBonus } from '../checkout/purchases.ts'
import type { Mail } from '../../messages/mails/write-mail.ts'
import type { MailServices } from '../../identity/queue-mail.ts'
import { capReachedMail, type MissedPurchase, noCardMail } from '../../messages/mails/auto-purchase.ts'
import { notifyPayers } from '../notify-payers.ts'

/** What follows when a balance crosses the threshold of its automatic purchases (D45). */

/** Decides under the lock of the settings, so that parallel callers make one attempt. */
export async function decideOnBalance(tx: Tx, services: MailServices, accountId: string, at: Date): Promise<void> {
  const state = await lockAutoPurchase(tx, accountId, at)
  // Another call may have decided while this one waited for the lock.
  if (!(await needsLook(tx, accountId, at))) return
  const facts = await readFacts(tx, accountId, at)
  const open = await findOpenAutomatic(tx, accountId)
  if (!facts.isLow) {
    await storeAutoPurchase(tx, rearmed(state), at)
    // Its minutes are no longer needed.
    if (open?.needsConfirmation) await cancelPurchase(tx, services, open.id, accountId)
    return
  }
  const obstacle = findObstacle(state, facts)
  // The crossing stays and counts as soon as these two obstacles are gone.
  if (obstacle === 'no_access' || obstacle === 'on_hold') return
  if (obstacle) return giveUp(tx, services, { state, facts, obstacle, at })
  if (open) {
    // The earlier payment must be ended first; its job comes back here.
    await storeAutoPurchase(tx, dueAgain(state, at), at)
    return cancelPurchase(tx, services, open.id, accountId)
  }
  await storeAutoPurchase(tx, attempted(state), at)
  const { userId = '' } = facts.owner ?? {}
  const bought = await withFirstBonus(tx, accountId, wouldBuy(state))
  const checkoutId = await openPackage(tx, { accountId, userId, package: bought, kind: 'auto', at })
  if (checkoutId) await services.jobs.enqueue(tx, 'autoPurchase', { checkoutId, accountId })
}

async function cancelPurchase(tx: Tx, { jobs }: MailServices, checkoutId: string, accountId: string): Promise<void> {
  await endConfirmation(tx, checkoutId)
  await jobs.enqueue(tx, 'autoPurchase', { checkoutId, accountId })
}

interface Missed {
  state: AutoPurchase
  facts: Facts
  obstacle: 'no_card' | 'card_blocked' | 'cap_reached'
  at: Date
}

/** Handles a crossing at which nothing may be charged; the person is notified unless they already know. */
async function giveUp(tx: Tx, services: MailServices, { state, facts, obstacle, at }: Missed): Promise<void> {
  const notify = async (write: (missed: MissedPurchase) => Mail) =>
    notifyPayers(tx, services, state.accountId, (told) =>
      write({ ...told, package: wouldBuy(state), card: facts.card && nameCard(facts.card) }),
    )
  if (obstacle === 'card_blocked') {
    await storeAutoPurchase(tx, { ...state, armed: false, retryAt: null }, at)
  } else if (obstacle === 'no_card') {
    await storeAutoPurchase(tx, { ...state, enabled: false, retryAt: null, problem: 'no_card' }, at)
    await notify(noCardMail)
  } else {
    const { next, isNews } = capReached(state, at)
    await storeAutoPurchase(tx, next, at)
    if (isNews) await notify((missed) => capReachedMail(missed, facts.spentCents, state.monthlyCapCents))
  }
}
