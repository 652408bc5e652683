/** A subscriber's year, from prices and dates; in month m they have renewed m times. */

export const personaNames = [
  'steady',
  'talker',
  'payer',
  'canceller',
  'resumer',
  'returner',
  'broke',
  'repairer',
  'updater',
  'challenged',
  'loser',
  'winner',
  'refunded',
  'automatic',
] as const
export type PersonaName = (typeof personaNames)[number]

export interface Expected {
  /** What Stripe has received, before refunds. */
  takenCents: number
  returnedCents: number
  purchasedMinutes: number
  monthlyMinutes: number
  status: string
  debtCents: number
  mails: { receipts: number; failed: number; ended: number; cancelled: number; resumed: number }
}

const joinedCents = 2500 + 297
const [monthCents, launchCents, monthMinutes, upliftMinutes, launchMinutes] = [297, 1500, 30, 120, 60]

/** Returns the figures of one person of a kind after this many months (at least 4). */
export function expectedOf(name: PersonaName, months: number): Expected {
  const all: Expected = {
    takenCents: joinedCents + monthCents * months,
    returnedCents: 0,
    purchasedMinutes: upliftMinutes,
    monthlyMinutes: monthMinutes,
    status: 'active',
    debtCents: 0,
    mails: { receipts: 1 + months, failed: 0, ended: 0, cancelled: 0, resumed: 0 },
  }
  /** Two months were paid, then nothing more. */
  const over = { takenCents: joinedCents + monthCents, monthlyMinutes: 0, status: 'canceled' }
  const changes: Record<PersonaName, Partial<Expected>> = {
    steady: {},
    // Talks 20 minutes of each month, which lapse anyway.
    talker: { monthlyMinutes: monthMinutes - 20 },
    // Buys one Launch package a month manually.
    payer: {
      takenCents: all.takenCents + launchCents * months,
      purchasedMinutes: upliftMinutes + launchMinutes * months,
      mails: { ...all.mails, receipts: 1 + 2 * months },
    },
    canceller: { ...over, mails: { ...all.mails, receipts: 2, cancelled: 1, ended: 1 } },
    resumer: { mails: { ...all.mails, cancelled: 1, resumed: 1 } },
    // Comes back six days into month 2 with platform access alone, and has months of its own from there.
    returner: {
      takenCents: joinedCents + monthCents + monthCents * (months - 2),
      mails: { ...all.mails, receipts: 2 + (months - 2), cancelled: 1, ended: 1 },
    },
    // The card fails from month 2 on and is never replaced.
    broke: { ...over, mails: { ...all.mails, receipts: 2, failed: 1, ended: 1 } },
    // Pays the open invoice with another card, or changes the card and lets the next attempt find it.
    repairer: { mails: { ...all.mails, failed: 1 } },
    updater: { mails: { ...all.mails, failed: 1 } },
    // The bank asks every single time, so the person pays every month's invoice on the page.
    challenged: { mails: { ...all.mails, failed: months } },
    // 40 minutes used: 30 of month 1 and 10 of the package, which is then disputed.
    loser: { returnedCents: joinedCents, purchasedMinutes: 0, debtCents: Math.floor((10 * 2500) / upliftMinutes) },
    winner: { purchasedMinutes: upliftMinutes - 10 },
    // 50 minutes used, 20 of them of the package; then the whole first payment is refunded.
    refunded: { returnedCents: joinedCents, purchasedMinutes: 0 },
    automatic: expectedOfAutomatic(months),
  }
  return { ...all, ...changes[name] }
}

/** 60 minutes of talk each month; at 9 minutes or below Launch is bought once. */
function expectedOfAutomatic(months: number): Partial<Expected> {
  let purchasedMinutes = upliftMinutes
  let purchases = 0
  for (let month = 1; month <= months; month++) {
    purchasedMinutes -= 60 - monthMinutes
    if (purchasedMinutes > 9) continue
    purchasedMinutes += launchMinutes
    purchases++
  }
  return {
    takenCents: joinedCents + monthCents * months + launchCents * purchases,
    purchasedMinutes,
    monthlyMinutes: 0,
    mails: { receipts: 1 + months + purchases, failed: 0, ended: 0, cancelled: 0, resumed: 0 },
  }
}
