import { invitations, resendInvitation, revokeInvitation } from '#contract/organizations/invitations.ts'
import { useCall } from '#web/client/api.ts'
import { organizationFailures, organizationSuccesses } from '../toasts.ts'
import { memberSuccesses } from './toasts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { levelsFor, rolesFor } from './choices.ts'
import { PersonHead } from './person-head.tsx'
import type { PersonRow } from './people.ts'

/** A person who was invited and has not answered yet (S394, D114). */
export function InvitedRow({ row, scope }: { row: PersonRow } & Pick<TabProps, 'scope'>) {
  const resend = useCall(resendInvitation, {
    failed: organizationFailures.invite,
    changes: [invitations],
    done: () => showToast(organizationSuccesses.invitationSent),
  })
  const revoke = useCall(revokeInvitation, {
    failed: organizationFailures.revokeInvitation,
    changes: [invitations],
    done: () => showToast(memberSuccesses.invitationRevoked),
  })
  const input = { params: { id: row.id }, query: scope }
  const role = rolesFor(row.role).find(({ value }) => value === row.role)?.label
  const level = levelsFor(row.accessLevel).find(({ value }) => value === row.accessLevel)?.label
  return (
    <div className="flex flex-col gap-1">
      <PersonHead
        row={row}
        badges={
          <>
            <Badge>Invited</Badge>
            <Badge tone="warning">Pending</Badge>
          </>
        }
      >
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
      </PersonHead>
      <p className="text-sm text-muted">
        {row.userCategory} · {role} · {level}
      </p>
    </div>
  )
}
