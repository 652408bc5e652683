import type { Answer } from '#contract/call.ts'
import type { registrationStatus } from '#contract/organizations/payment.ts'

export const id = '0f000000-0000-4000-8000-000000000001'

/** What the browser that ordered sees of an unpaid order. */
export const unpaidDetails = {
  organizationName: 'Acme & Sons',
  contactName: 'Olive van Owner',
  contactEmail: 'olive@acme.example',
  amounts: { oneTime: 1050, monthly: 369, today: 1419 },
  expiresAt: '2026-12-06T10:00:00.000Z',
  next: null,
} satisfies Answer<typeof registrationStatus>['details']
