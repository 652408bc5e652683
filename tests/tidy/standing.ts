/** What stands against the laws from before them. The list only gets shorter: what was turned leaves it. */

/** Functions of more than 60 lines with those inside them. */
export const standingFunctions: readonly string[] = [
  'bench/voice-clients.ts: compare',
  'scripts/running/cluster.mjs: startCluster',
  'scripts/running/postgres-keeper.mjs: keep',
  'server/admin/users.routes.ts: adminUserRoutes',
  'server/agents/admin-agents.routes.ts: adminAgentRoutes',
  'server/app.ts: buildApp',
  'server/billing/checkout/purchases.routes.ts: purchaseRoutes',
  'server/billing/stripe/cards.ts: cardCalls',
  'server/billing/stripe/payments.ts: paymentCalls',
  'server/billing/stripe/subscriptions.ts: subscriptionCalls',
  'server/conversations/conversations.routes.ts: voiceRoutes',
  'server/identity/profile/profile.routes.ts: profileRoutes',
  'server/identity/sign-in/auth.routes.ts: authRoutes',
  'server/organizations/members/joining.routes.ts: joiningRoutes',
  'server/organizations/orders/payment.routes.ts: organizationPaymentRoutes',
  'server/voice-provider/elevenlabs/elevenlabs.ts: createVoiceProvider',
  'tests/calls/departure/erasure.test.ts: it',
  'tests/histories/rig.ts: openHistoryRig',
  'tests/screens/frame/keyboard.spec.ts: test',
]
