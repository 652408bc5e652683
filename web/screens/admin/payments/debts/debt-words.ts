import type { DebtState } from '#contract/admin/debts.ts'
import type { BadgeTone } from '#web/kit/badge.tsx'

export const debtNames: Record<DebtState, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  forgiven: { label: 'Forgiven', tone: 'neutral' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
}
