import {
  adminOrganizationDetails,
  adminOrganizations,
  setOrganizationStatus,
  type SettableStatus,
} from '#contract/admin/organizations.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import type { Option } from '#web/kit/fields/select.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { organizationFailures, organizationSuccesses } from './toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'

/** The statuses that can be set; payments cause the others (S430). */
export const statusOptions: readonly Option<SettableStatus>[] = [
  { value: 'active', label: 'Active' },
  { value: 'canceled', label: 'Canceled' },
]

/** Gives an organization access or takes it away (S593, S650, D149). */
export function useStatus() {
  return useAdminCall(setOrganizationStatus, {
    list: adminOrganizations,
    changes: [adminOrganizationDetails, organizationOverview, organizationBilling],
    failed: organizationFailures.organizationStatus,
    guess: (row, { params, body: { status } }) =>
      row.id === Number(params.id)
        ? { ...row, isActive: row.isActive || status === 'active', subscriptionStatus: status }
        : row,
    done: () => showToast(organizationSuccesses.organizationStatusUpdated),
  })
}
