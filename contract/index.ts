import * as account from './billing/account.ts'
import * as admin from './billing/refunds.ts'
import * as adminActs from './audit/acts.ts'
import * as adminDebts from './admin/debts.ts'
import * as adminDisputes from './admin/disputes.ts'
import * as adminFindings from './admin/findings.ts'
import * as adminPayments from './admin/payments.ts'
import * as adminAgents from './agents/admin-agents.ts'
import * as adminOrganizations from './admin/organizations.ts'
import * as adminMessages from './messages/admin-messages.ts'
import * as adminRequests from './agents/admin-requests.ts'
import * as adminSettings from './settings/admin-settings.ts'
import * as adminOverview from './admin/overview.ts'
import * as adminOverviewRows from './admin/overview-rows.ts'
import * as adminUsers from './admin/users.ts'
import * as adminWaiting from './admin/waiting.ts'
import * as customers from './admin/customers.ts'
import * as adminVoices from './agents/admin-voices.ts'
import * as agentTests from './conversations/agent-tests.ts'
import * as agents from './agents/agents.ts'
import * as auth from './identity/auth.ts'
import * as autoPurchase from './billing/auto-purchase.ts'
import * as brandedAppSettings from './organizations/app/branded-app-settings.ts'
import * as brandedApp from './organizations/app/branded-app.ts'
import * as bulkInvitations from './organizations/bulk-invitations.ts'
import { type Call, type ErrorCode, isCall } from './call.ts'
import * as documents from './agents/documents.ts'
import * as cards from './billing/cards.ts'
import * as contact from './messages/contact.ts'
import * as currentUser from './identity/current-user.ts'
import * as debts from './billing/debts.ts'
import * as departure from './departure/departure.ts'
import * as hoursSaved from './results/hours-saved.ts'
import * as hoursSavedTotal from './results/hours-saved-total.ts'
import * as inbox from './messages/inbox.ts'
import * as invitations from './organizations/invitations.ts'
import * as joining from './organizations/joining.ts'
import * as mailedLinks from './identity/mailed-links.ts'
import * as mailStops from './messages/mail-stops.ts'
import * as memory from './results/memory.ts'
import * as messages from './messages/messages.ts'
import * as minutes from './ledger/minutes.ts'
import * as nextSteps from './results/next-steps.ts'
import * as organizationAgents from './organizations/agents.ts'
import * as organizationDashboard from './organizations/dashboard.ts'
import * as organizationBilling from './organizations/billing.ts'
import * as organizationManagement from './organizations/management.ts'
import * as organizationMembers from './organizations/members.ts'
import * as organizationPayment from './organizations/payment.ts'
import * as organizationSeats from './organizations/seats.ts'
import * as organizationSettings from './organizations/settings.ts'
import * as organizationSubscription from './organizations/subscription.ts'
import * as organizationUsage from './organizations/usage.ts'
import * as organizations from './organizations/organizations.ts'
import * as platform from './settings/platform.ts'
import * as poolDebts from './organizations/pool-debts.ts'
import * as profile from './identity/profile.ts'
import * as purchases from './billing/purchases.ts'
import * as ratings from './agents/ratings.ts'
import * as receipts from './billing/receipts.ts'
import * as recap from './results/recap.ts'
import * as registration from './organizations/registration.ts'
import * as referrals from './billing/referrals.ts'
import * as refundRequests from './billing/refund-requests.ts'
import * as requests from './agents/requests.ts'
import * as savedAnswers from './messages/saved-answers.ts'
import * as sounds from './agents/sounds.ts'
import * as stepCounts from './results/step-counts.ts'
import * as status from './status/status.ts'
import * as subscription from './billing/subscription.ts'
import * as talkTime from './conversations/talk-time.ts'
import * as transcripts from './conversations/transcripts.ts'
import * as twoFactor from './identity/two-factor.ts'
import * as uploads from './images/uploads.ts'
import * as versions from './agents/versions.ts'
import * as voice from './conversations/voice.ts'

/** Every area of the contract. The browser imports areas one by one; the server and the tests import them all. */
export const areas = {
  auth: { ...currentUser, ...auth },
  mailedLinks,
  account,
  profile,
  departure,
  documents,
  twoFactor,
  agents,
  voice,
  agentTests,
  transcripts,
  memory,
  recap,
  ratings,
  minutes,
  talkTime,
  nextSteps,
  hoursSaved,
  hoursSavedTotal,
  referrals,
  refundRequests,
  purchases,
  receipts,
  requests,
  sounds,
  messages,
  contact,
  mailStops,
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
  status,
  stepCounts,
  subscription,
  debts,
  cards,
  autoPurchase,
  admin,
  adminUsers,
  adminWaiting,
  adminOverview,
  adminOverviewRows,
  adminOrganizations,
  customers,
  adminActs,
  adminPayments,
  adminDebts,
  adminDisputes,
  adminFindings,
  adminSettings,
  adminAgents,
  adminVoices,
  versions,
  uploads,
  adminRequests,
  adminMessages,
  inbox,
  savedAnswers,
}

/** Every call with its area and name. */
export const calls: readonly { area: string; name: string; call: Call }[] = Object.entries(areas).flatMap(
  ([area, exports]) =>
    Object.entries(exports).flatMap(([name, value]) => (isCall(value) ? [{ area, name, call: value }] : [])),
)

type CodesOf<Area> = Area[keyof Area] extends infer Export ? (Export extends Call ? ErrorCode<Export> : never) : never
type Areas = typeof areas

/** The refusal codes that calls declare. */
export type DeclaredCode = { [Area in keyof Areas]: CodesOf<Areas[Area]> }[keyof Areas]
