import { resendInvitation, revokeInvitation } from '#contract/organizations/invitations.ts'
import { useCall } from '#web/client/api.ts'
import { organizationFailures, organizationSuccesses } from '../toasts.ts'
import { memberSuccesses } from './toasts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { levelNames, roleNames } from '../labels.ts'
import type { PersonRow } from './people.ts'
import { StateBadge } from './person-state.tsx'

/** A person who was invited and has not answered yet (S394, D114). */
export function InvitedDetails({ row, scope }: { row: PersonRow } & Pick<TabProps, 'scope'>) {
  const resend = useCall(resendInvitation, {
    failed: organizationFailures.invite,
    done: () => showToast(organizationSuccesses.invitationSent),
  })
  const revoke = useCall(revokeInvitation, {
    failed: organizationFailures.revokeInvitation,
    done: () => showToast(memberSuccesses.invitationRevoked),
  })
  const input = { params: { id: row.id }, query: scope }
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        <StateBadge row={row} />
        <Badge tone="warning">Pending</Badge>
        <span>
          {row.userCategory} · {roleNames[row.role]} · {levelNames[row.accessLevel]}
        </span>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button
          variant="secondary"
          size="dense"
          pending={resend.isPending}
          pendingText="Sending…"
          aria-label={`Resend: ${row.name}`}
          onClick={() => void resend.submit(input)}
        >
          Resend
        </Button>
        <Button
          variant="ghost"
          size="dense"
          pending={revoke.isPending}
          pendingText="Revoking…"
          aria-label={`Revoke: ${row.name}`}
          onClick={() => void revoke.submit(input)}
        >
          Revoke
        </Button>
      </div>
    </div>
  )
}
