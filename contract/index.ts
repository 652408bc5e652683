import * as account from './account.ts'
import * as admin from './admin.ts'
import * as adminActs from './admin-acts.ts'
import * as adminAgents from './admin-agents.ts'
import * as adminOrganizations from './admin-organizations.ts'
import * as adminMessages from './admin-messages.ts'
import * as adminRequests from './admin-requests.ts'
import * as adminSettings from './admin-settings.ts'
import * as adminUsers from './admin-users.ts'
import * as adminVoices from './admin-voices.ts'
import * as agents from './agents.ts'
import * as auth from './auth.ts'
import * as autoPurchase from './auto-purchase.ts'
import * as brandedAppSettings from './branded-app-settings.ts'
import * as brandedApp from './branded-app.ts'
import * as bulkInvitations from './bulk-invitations.ts'
import { type Call, isCall } from './call.ts'
import * as cards from './cards.ts'
import * as contact from './contact.ts'
import * as debts from './debts.ts'
import * as invitations from './invitations.ts'
import * as joining from './joining.ts'
import * as messages from './messages.ts'
import * as minutes from './minutes.ts'
import * as organizationAgents from './organization-agents.ts'
import * as organizationDashboard from './organization-dashboard.ts'
import * as organizationBilling from './organization-billing.ts'
import * as organizationManagement from './organization-management.ts'
import * as organizationMembers from './organization-members.ts'
import * as organizationPayment from './organization-payment.ts'
import * as organizationSeats from './organization-seats.ts'
import * as organizationSettings from './organization-settings.ts'
import * as organizationSubscription from './organization-subscription.ts'
import * as organizationUsage from './organization-usage.ts'
import * as organizations from './organizations.ts'
import * as platform from './platform.ts'
import * as poolDebts from './pool-debts.ts'
import * as profile from './profile.ts'
import * as purchases from './purchases.ts'
import * as ratings from './ratings.ts'
import * as receipts from './receipts.ts'
import * as registration from './registration.ts'
import * as referrals from './referrals.ts'
import * as requests from './requests.ts'
import * as subscription from './subscription.ts'
import * as talkTime from './talk-time.ts'
import * as transcripts from './transcripts.ts'
import * as twoFactor from './two-factor.ts'
import * as uploads from './uploads.ts'
import * as voice from './voice.ts'

/** Every area of the contract; the browser imports areas one by one, servers and tests the whole. */
export const areas = {
  auth,
  account,
  profile,
  twoFactor,
  agents,
  voice,
  transcripts,
  ratings,
  minutes,
  talkTime,
  referrals,
  purchases,
  receipts,
  requests,
  messages,
  contact,
  organizations,
  registration,
  organizationPayment,
  organizationDashboard,
  organizationUsage,
  organizationBilling,
  organizationSeats,
  organizationSubscription,
  organizationManagement,
  poolDebts,
  organizationMembers,
  organizationSettings,
  organizationAgents,
  invitations,
  bulkInvitations,
  brandedApp,
  brandedAppSettings,
  joining,
  platform,
  subscription,
  debts,
  cards,
  autoPurchase,
  admin,
  adminUsers,
  adminOrganizations,
  adminActs,
  adminSettings,
  adminAgents,
  adminVoices,
  uploads,
  adminRequests,
  adminMessages,
}

/** Every call with its area and name. */
export const calls: readonly { area: string; name: string; call: Call }[] = Object.entries(areas).flatMap(
  ([area, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => (isCall(value) ? [{ area, name, call: value }] : [])),
)
