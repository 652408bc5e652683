import {
  type AdminOrganization,
  adminOrganizations,
  setOrganizationStatus,
  type SettableStatus,
} from '#contract/admin/organizations.ts'
import { formatCount } from '#contract/amounts.ts'
import type { Input } from '#contract/call.ts'
import { useCall } from '#web/client/api.ts'
import { guessRows } from '#web/client/lists/pages.ts'
import { ask, type Question } from '#web/kit/dialogs/confirm-dialog.tsx'
import { type Option, Select } from '#web/kit/fields/select.tsx'
import { nameStatus } from '#web/screens/organizations/labels.ts'

/** The statuses that can be set; payments cause the others (S430). */
const statusOptions: readonly Option<SettableStatus>[] = [
  { value: 'active', label: 'Active' },
  { value: 'canceled', label: 'Canceled' },
]

/** Sets the status to active or canceled; a status caused by payments is shown as the placeholder (S430). */
export function StatusSelect({ organization }: { organization: AdminOrganization }) {
  const status = useCall(setOrganizationStatus, { guess: guessStatus })
  const { id, isActive, subscriptionStatus } = organization
  const isShown = subscriptionStatus === 'canceled' || (isActive && subscriptionStatus === 'active')

  function choose(wanted: SettableStatus) {
    if (isShown && wanted === subscriptionStatus) return
    const act = () => status.submit({ params: { id: String(id) }, body: { status: wanted } })
    void (wanted === 'canceled' ? ask({ ...canceling(organization), act }) : act())
  }

  return (
    <div className="sm:max-w-xs">
      <Select
        name="subscriptionStatus"
        label="Subscription status"
        options={statusOptions}
        value={status.isPending ? status.variables.body.status : isShown ? subscriptionStatus : null}
        placeholder={nameStatus(organization)}
        disabled={status.isPending}
        onChange={choose}
      />
    </div>
  )
}

/** Shows a status in the list before the server has answered (S593, S650, D149). */
export function guessStatus({ params, body: { status } }: Input<typeof setOrganizationStatus>) {
  return guessRows(adminOrganizations, (row) =>
    row.id === Number(params.id)
      ? { ...row, isActive: row.isActive || status === 'active', subscriptionStatus: status }
      : row,
  )
}

/** The question before an organization loses access, naming the number of people affected (D149). */
export function canceling({
  name,
  ...organization
}: Pick<AdminOrganization, 'name' | 'memberCount' | 'givesAccess'>): Question {
  return {
    title: `Cancel ${name}?`,
    text: `${whoLoses(organization)} Its subscription will not be charged again. Minutes, members and history are kept. Set it to active to restore access.`,
    confirm: 'Cancel Organization',
    keep: 'Keep Organization',
  }
}

function whoLoses({ memberCount, givesAccess }: Pick<AdminOrganization, 'memberCount' | 'givesAccess'>): string {
  const isOne = memberCount === 1
  const people = isOne ? '1 member' : `${formatCount(memberCount)} members`
  if (!givesAccess) return `Its ${people} ${isOne ? 'has' : 'have'} no access at the moment.`
  return `${people} ${isOne ? 'loses' : 'lose'} access right away, and live conversations end.`
}
