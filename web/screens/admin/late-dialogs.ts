import { opensLate } from '#web/kit/dialogs/late-part.ts'

/** Dialogs of the panel, whose code loads when they open. */

export const openRefund = opensLate(async () => (await import('./refund-payments.tsx')).openRefund)
export const openMinutesDialog = opensLate(async () => (await import('./minutes-dialog.tsx')).openMinutesDialog)
export const openRoleDialog = opensLate(async () => (await import('./users/role-dialog.tsx')).openRoleDialog)
export const openDetails = opensLate(async () => (await import('./organizations/details-dialog.tsx')).openDetails)
export const openAgentForm = opensLate(async () => (await import('./agents/agent-form.tsx')).openAgentForm)
export const openAccessForm = opensLate(async () => (await import('./agents/access-dialog.tsx')).openAccessForm)
