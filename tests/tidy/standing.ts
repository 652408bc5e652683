/** What stands against the laws from before them. The lists only get shorter: what was turned leaves them. */

export const standingArrows = [
  'server/identity/me.routes.ts imports server/billing/checkout/offers.ts',
  'server/identity/users.ts imports server/billing/checkout/offers.ts',
  'server/identity/users.ts imports server/billing/checkout/referrals.ts',
  'server/identity/users.ts imports server/ledger/ledger.ts',
]

/** The first file of each circle. */
export const standingCircles = [
  'tests/voice-lab/official-client.ts',
  'server/identity/access.ts',
  'server/seed/agents-company-building.ts',
  'web/kit/dialogs/toast-region.tsx',
  'web/screens/frame/header/account-menu.tsx',
  'web/screens/billing/paying/kept-card-form.tsx',
  'web/screens/conversations/voice/settings/voice-settings.tsx',
  'web/screens/billing/account/history.tsx',
  'web/screens/organizations/app/builder/pwa-tab.tsx',
  'web/screens/organizations/management/add-agent-dialog.tsx',
  'web/screens/organizations/signup/complete-step.tsx',
  'web/screens/organizations/join/answers.tsx',
  'web/screens/admin/users/credits-dialog.tsx',
  'web/screens/admin/agents/access-dialog.tsx',
  'web/screens/admin/organizations/details-dialog.tsx',
]

/** Folders with more than 25 files. */
export const standingFolders = ['standins/elevenlabs: 28', 'standins/stripe: 47', 'tests/standins: 26']
