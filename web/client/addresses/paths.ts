import type { PackageTier } from '#contract/billing/prices.ts'

/** Returns the addresses of the screens; queries are built only here. */
export const paths = {
  home: () => '/',
  login: ({ next }: { next?: string | undefined } = {}) => withQuery('/login', { next }),
  /** `ref`: the referral code of the person who invited this one (D51). */
  register: ({ tier, step, ref }: RegisterQuery = {}) => withQuery('/register', { tier, step, ref }),
  forgotPassword: () => '/forgot-password',
  marketplace: ({ q }: { q?: string } = {}) => withQuery('/marketplace', { q }),
  /** All public agents, for everybody. */
  agents: () => '/agents',
  agent: (id: string, { part }: { part?: 'documents' } = {}) => `/agents/${id}${part ? `#${part}` : ''}`,
  /** `resume`: an automatic payment that needs confirmation for the bank (D47). */
  checkout: ({ resume }: { resume?: string } = {}) => withQuery('/checkout', { resume }),
  subscribe: () => '/subscribe',
  account: ({ page }: { page?: number } = {}) => withQuery('/account', { page: page === 1 ? undefined : page }),
  profile: ({ part }: { part?: 'export' | 'two-factor' } = {}) => (part ? `/profile#${part}` : '/profile'),
  /** What agents know about the user. */
  memory: () => '/profile/memory',
  receipts: ({ page }: { page?: number } = {}) =>
    withQuery('/account/receipts', { page: page === 1 ? undefined : page }),
  receipt: (id: string) => `/account/receipts/${id}`,
  minutes: ({ page }: { page?: number } = {}) => withQuery('/account/minutes', { page: page === 1 ? undefined : page }),
  dashboard: () => '/dashboard',
  /** What the user said conversations saved them; `month`: such as 2026-11. */
  requests: ({ page }: { page?: number } = {}) =>
    withQuery('/dashboard/requests', { page: page === 1 ? undefined : page }),
  /** `thread`: the id of its first message. */
  messages: ({ page, thread }: { page?: number; thread?: string } = {}) =>
    withQuery('/dashboard/messages', { page: page === 1 ? undefined : page, thread }),
  /** The user's own invitation link (D51). */
  invitations: () => '/invitations',
  sessions: () => '/dashboard/sessions',
  nextSteps: () => '/dashboard/next-steps',
  /** `q`: the words that were searched for, which the transcript marks. */
  session: (id: string, { q }: { q?: string | undefined } = {}) => withQuery(`/dashboard/sessions/${id}`, { q }),
  /** `tab`: any but the first; `q`: what is searched for in it. */
  admin: (shown: { tab?: string; message?: string; q?: string } = {}) => withQuery('/admin', shown),
  /** The overview, or with `rows` what one of its figures counts; the period is `period`, or `from` and `to` with it. */
  adminFigures: (shown: Query) => withQuery('/admin/overview', shown),
  adminSettings: () => '/admin/settings',
  /** What staff did; `adminId`, or `kind` and `subject`, narrow it down. */
  adminAudit: (shown: { adminId?: string; kind?: string; subject?: string } = {}) => withQuery('/admin/audit', shown),
  /** `tab`: any but the first; `q`: what is searched for. */
  adminPayments: (shown: { tab?: 'approvals' | 'debts' | 'disputes' | 'findings'; q?: string } = {}) =>
    withQuery('/admin/payments', shown),
  /** By our id, a receipt’s, or the id at Stripe. */
  adminPayment: (id: string) => `/admin/payments/${encodeURIComponent(id)}`,
  adminDispute: (id: string) => `/admin/payments/disputes/${id}`,
  /** Everything about one person. */
  adminCustomer: (id: string, shown: TimelineQuery = {}) => withQuery(`/admin/users/${id}`, shown),
  /** Everything about one organization. */
  adminOrganization: (id: number, shown: TimelineQuery = {}) => withQuery(`/admin/organizations/${id}`, shown),
  /** `organizationId`: the organization to open, for platform admins (S384). */
  organizationDashboard: ({ tab, organizationId }: DashboardQuery = {}) =>
    withQuery('/organization-dashboard', {
      organizationId,
      adminMode: organizationId === undefined ? undefined : 'true',
      tab,
    }),
  /** `id`: the chosen organization. */
  organizations: (shown: { id?: number | undefined; tab?: 'branding' } = {}) => withQuery('/organizations', shown),
  /** The public page of an organization's own app. */
  organizationApp: (slug: string) => `/o/${slug}/`,
  organizationInfo: ({ to }: { to?: 'calculator' | 'contact' } = {}) => `/organization-info${to ? `#${to}` : ''}`,
  /** `invitation`: what the invitation names, used only to prefill (S373, S375, D107). */
  organizationSignup: (invitation: Query = {}) => withQuery('/organization-signup', invitation),
  /** The target of a mailed or shared invitation link; its secret is the last part. */
  join: (uniqueLink: string) => `/join/${encodeURIComponent(uniqueLink)}`,
  /** An organization's own app. */
  brandedApp: (slug: string) => `/o/${slug}/`,
  /** Where its members talk; `talk`: the agent to begin with. */
  brandedAgents: (slug: string, { talk }: { talk?: string } = {}) => withQuery(`/o/${slug}/agents`, { talk }),
  calculator: () => '/calculator',
  /** Each takes a choice as `choiceQuery` writes it. */
  packageBuilder: (choice: Query = {}) => withQuery('/package-builder', choice),
  organizationRegister: (choice: Query = {}) => withQuery('/organization-register', choice),
  organizationRegisterSimplified: (choice: Query = {}) => withQuery('/organization-register-simplified', choice),
  /** The values are used only to prefill; empty ones are left out (S357, S361, D107). */
  organizationSuccess: ({ id }: { id: string }) => withQuery('/organization-success', { id }),
  organizationCheckout: (registration: Query) => withQuery('/organization-checkout', registration),
  help: ({ q }: { q?: string } = {}) => withQuery('/help', { q }),
  about: () => '/about',
  contact: () => '/contact',
  status: () => '/status',
  /** How saved hours are counted. */
  howHoursCount: () => '/hours-saved',
  /** All calls by area, or those of one `area`; `call`: the one to look at. */
  apiDocs: ({ area, call }: { area?: string; call?: string } = {}) =>
    `/docs/api${area ? `/${area}` : ''}${call ? `#${call}` : ''}`,
  termsOfService: () => '/terms-of-service',
  privacyPolicy: () => '/privacy-policy',
  /** Where the bank leads back to; `after` names the flow that continues there, `resume` the stopped payment (D39). */
  paymentReturn: ({ after, resume }: { after: ReturnKind; resume?: string | undefined }) =>
    withQuery('/payment-return', { after, resume }),
}

/**
 * What is being paid: the first payment of an account; more minutes; platform access alone; the open invoice of a
 * failed renewal; an automatic purchase that the bank stopped; such a purchase, or more minutes, for an organization's
 * pool.
 */
export const paymentKinds = [
  'registration',
  'purchase',
  'subscription',
  'overdue',
  'resume',
  'pool',
  'pool-resume',
] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** What a bank's own page can interrupt: a payment, saving a card, paying a debt. */
export type ReturnKind = PaymentKind | 'card' | 'pool-card' | 'debt' | 'pool-debt'

interface RegisterQuery {
  tier?: PackageTier | undefined
  step?: 'details' | 'package' | 'payment'
  ref?: string | undefined
}

/** The filters of a timeline, and the element of the line to look at. */
interface TimelineQuery extends Query {
  kinds?: string
  from?: string
  to?: string
  line?: string
}

interface DashboardQuery {
  tab?: 'users' | 'agents' | 'billing' | undefined
  organizationId?: number
}

type Query = Record<string, string | number | undefined>

function withQuery(path: string, values: Query): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
