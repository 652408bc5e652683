import type { FastifyInstance } from 'fastify'
import type { Routes } from './kernel/serve.ts'
import { refusals } from './kernel/problem.ts'
import { accountRoutes, receiptRoutes } from './billing/subscriptions/account.routes.ts'
import { adminRoutes } from './billing/refunds/admin.routes.ts'
import { approvalRoutes } from './billing/refunds/approvals.routes.ts'
import { adminAgentRoutes, adminVoiceRoutes, versionRoutes } from './agents/admin-agents.routes.ts'
import { adminMessageRoutes, inboxRoutes, savedAnswerRoutes } from './messages/inbox.routes.ts'
import { adminPageRoutes } from './pages/pages.routes.ts'
import { adminRequestRoutes, requestRoutes } from './agents/requests/requests.routes.ts'
import { adminSettingRoutes, platformRoutes } from './settings/admin-settings.routes.ts'
import { adminOrganizationRoutes } from './admin/organizations.routes.ts'
import { adminDebtRoutes } from './admin/payments/debts.routes.ts'
import { adminDisputeRoutes } from './admin/payments/disputes.routes.ts'
import { adminFindingRoutes } from './admin/payments/findings.routes.ts'
import { adminPaymentRoutes } from './admin/payments/payments.routes.ts'
import { customerRoutes } from './admin/customers/customers.routes.ts'
import { adminActRoutes, adminUserRoutes } from './admin/users.routes.ts'
import { figureRoutes, figureRowRoutes } from './admin/figures/figures.routes.ts'
import { agentRoutes, ratingRoutes } from './agents/agents.routes.ts'
import { authRoutes, mailedLinkRoutes, signOutRoutes } from './identity/sign-in/auth.routes.ts'
import { autoPurchaseRoutes } from './billing/auto-purchase/auto-purchase.routes.ts'
import { watchBalance } from './billing/auto-purchase/watch-balance.flow.ts'
import { brandedAppPageRoutes } from './organizations/app/pages.routes.ts'
import { brandedAppRoutes, brandedAppSettingRoutes } from './organizations/app/branded-app.routes.ts'
import { cardRoutes, purchaseRoutes, referralRoutes } from './billing/checkout/purchases.routes.ts'
import { contactRoutes, mailStopRoutes, messageRoutes } from './messages/messages.routes.ts'
import { documentRoutes } from './agents/knowledge/documents.routes.ts'
import { departureRoutes } from './departure/departure.routes.ts'
import { debtRoutes } from './billing/refunds/debts.routes.ts'
import { bulkInvitationRoutes, invitationRoutes } from './organizations/members/invitations.routes.ts'
import { joiningRoutes } from './organizations/members/joining.routes.ts'
import { memoryRoutes } from './results/memory/memory.routes.ts'
import { minuteRoutes } from './ledger/minutes.routes.ts'
import { stepCountRoutes, nextStepRoutes } from './results/next-steps/next-steps.routes.ts'
import { organizationAgentRoutes } from './organizations/agents.routes.ts'
import { organizationDashboardRoutes } from './organizations/dashboard.routes.ts'
import { organizationManagementRoutes } from './organizations/management.routes.ts'
import { organizationMemberRoutes } from './organizations/members/members.routes.ts'
import {
  organizationBillingRoutes,
  organizationSubscriptionRoutes,
  poolDebtRoutes,
} from './organizations/orders/billing.routes.ts'
import { organizationSettingsRoutes } from './organizations/settings.routes.ts'
import { organizationPaymentRoutes } from './organizations/orders/payment.routes.ts'
import { organizationSeatRoutes } from './organizations/seats/seats.routes.ts'
import { organizationUsageRoutes } from './organizations/usage/usage.routes.ts'
import { organizationRoutes } from './organizations/organizations.routes.ts'
import { profileRoutes, uploadRoutes } from './identity/profile/profile.routes.ts'
import { registrationRoutes } from './organizations/orders/registration.routes.ts'
import { recapRoutes } from './results/recap/recap.routes.ts'
import { hoursSavedRoutes, hoursSavedTotalRoutes } from './results/hours-saved/hours-saved.routes.ts'
import { statusRoutes } from './status/status.routes.ts'
import { soundRoutes } from './agents/sounds/sounds.routes.ts'
import { subscriptionRoutes } from './billing/subscriptions/subscription.routes.ts'
import { talkTimeRoutes, transcriptRoutes, agentTestRoutes, voiceRoutes } from './conversations/conversations.routes.ts'
import { twoFactorRoutes } from './identity/two-factor/two-factor.routes.ts'
import { waitingRoutes } from './admin/waiting.routes.ts'
import type { Services } from './conversations/services.ts'

/** The routes of each subject. */
const routesBySubject: Record<string, Routes<Services>[]> = {
  admin: [
    adminActRoutes,
    adminUserRoutes,
    waitingRoutes,
    adminOrganizationRoutes,
    adminPaymentRoutes,
    adminDebtRoutes,
    adminDisputeRoutes,
    adminFindingRoutes,
    customerRoutes,
    figureRoutes,
    figureRowRoutes,
  ],
  departure: [departureRoutes],
  organizations: [
    organizationRoutes,
    organizationManagementRoutes,
    organizationSettingsRoutes,
    organizationDashboardRoutes,
    organizationUsageRoutes,
    organizationAgentRoutes,
    organizationMemberRoutes,
    invitationRoutes,
    bulkInvitationRoutes,
    joiningRoutes,
    organizationSeatRoutes,
  ],
  'organizations/orders': [
    registrationRoutes,
    organizationPaymentRoutes,
    organizationBillingRoutes,
    organizationSubscriptionRoutes,
    poolDebtRoutes,
  ],
  'organizations/app': [brandedAppRoutes, brandedAppSettingRoutes, brandedAppPageRoutes],
  results: [recapRoutes, nextStepRoutes, stepCountRoutes, memoryRoutes, hoursSavedRoutes, hoursSavedTotalRoutes],
  conversations: [voiceRoutes, agentTestRoutes, transcriptRoutes, talkTimeRoutes],
  billing: [
    accountRoutes,
    receiptRoutes,
    purchaseRoutes,
    subscriptionRoutes,
    cardRoutes,
    autoPurchaseRoutes,
    referralRoutes,
    debtRoutes,
    adminRoutes,
    approvalRoutes,
  ],
  agents: [
    adminAgentRoutes,
    adminVoiceRoutes,
    requestRoutes,
    adminRequestRoutes,
    ratingRoutes,
    soundRoutes,
    documentRoutes,
    versionRoutes,
  ],
  ledger: [minuteRoutes],
  messages: [messageRoutes, adminMessageRoutes, inboxRoutes, savedAnswerRoutes, contactRoutes, mailStopRoutes],
  identity: [authRoutes, mailedLinkRoutes, signOutRoutes, profileRoutes, twoFactorRoutes, uploadRoutes],
  pages: [adminPageRoutes],
  settings: [platformRoutes, adminSettingRoutes],
  status: [statusRoutes],
}

/** Registers every call of the product. Any other address below /api is a 404. */
export function registerCalls(app: FastifyInstance, services: Services): void {
  for (const routes of Object.values(routesBySubject).flat()) routes(app, services)
  // Unlocking an agent spends minutes, after which billing looks at the balance.
  agentRoutes((accountId) => watchBalance(services, accountId))(app, services)
  for (const path of ['/api', '/api/*']) {
    app.all(path, async () => {
      throw refusals.notFound()
    })
  }
}
