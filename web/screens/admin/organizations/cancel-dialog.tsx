import { formatCount } from '#contract/amounts.ts'
import type { AdminOrganization } from '#contract/admin/organizations.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'

interface Props {
  organization: Pick<AdminOrganization, 'name' | 'memberCount' | 'givesAccess'>
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
  finalFocus?: () => HTMLElement | null
}

/** Asks before an organization loses access, naming the number of people affected (D149). */
export function CancelDialog({ organization, open, onClose, onConfirm, finalFocus }: Props) {
  const { name } = organization
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Cancel ${name}?`}
      confirmLabel="Cancel Organization"
      keepLabel="Keep Organization"
      // A failure has its own toast.
      onConfirm={() => onConfirm().catch(() => undefined)}
      finalFocus={finalFocus}
    >
      {whoLoses(organization)} Its subscription will not be charged again. Minutes, members and history are kept. Set it
      to active to restore access.
    </ConfirmDialog>
  )
}

function whoLoses({ memberCount, givesAccess }: Props['organization']): string {
  const isOne = memberCount === 1
  const people = isOne ? '1 member' : `${formatCount(memberCount)} members`
  if (!givesAccess) return `Its ${people} ${isOne ? 'has' : 'have'} no access at the moment.`
  return `${people} ${isOne ? 'loses' : 'lose'} access right away, and live conversations end.`
}
