import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { leaveOrganization } from '#contract/organizations/organizations.ts'
import { useCall } from '#web/client/api.ts'
import { leavingFailure, organizationLeft } from './management-toasts.ts'
import { organizationQuery, switchContext } from '#web/client/organization.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

interface Props {
  organization: { id: number; name: string }
}

/** Lets any member leave an organization, after a confirmation (D179). */
export function LeaveOrganization({ organization: { id, name } }: Props) {
  const { data } = useQuery(organizationQuery)
  const [isAsking, setAsking] = useState(false)
  const leave = useCall(leaveOrganization, {
    failed: leavingFailure,
    done: async (context) => {
      showToast(organizationLeft(name))
      await switchContext(context)
      navigate(paths.home())
    },
  })
  // Platform admins also view organizations that they do not belong to.
  if (!data?.memberships.some((place) => place.id === id)) return null
  return (
    <>
      <Button variant="ghost" size="dense" onClick={() => setAsking(true)}>
        Leave Organization
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Leave ${name}?`}
        confirmLabel="Leave Organization"
        keepLabel="Stay"
        onConfirm={() => leave.submit({ query: { organizationId: id } })}
      >
        You'll lose access to its agents and minutes right away, and any live conversation there will end. Your past
        conversations stay there. To come back, you'll need a new invitation.
      </ConfirmDialog>
    </>
  )
}
