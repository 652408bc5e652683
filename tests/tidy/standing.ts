/** What stands against the laws from before them. The lists only get shorter: what was turned leaves them. */

export const standingArrows = [
  'server/identity/me.routes.ts imports server/billing/checkout/offers.ts',
  'server/identity/users.ts imports server/billing/checkout/offers.ts',
  'server/identity/users.ts imports server/billing/checkout/referrals.ts',
  'server/identity/users.ts imports server/ledger/ledger.ts',
]

/** The first file of each circle. */
export const standingCircles = ['server/identity/access.ts']

/** Folders with more than 25 files. */
export const standingFolders: string[] = []
