import { useQuery } from '@tanstack/react-query'
import { adminOrganizationDetails } from '#contract/admin/organizations.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { serverMessage } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { useDuty } from '../use-duty.ts'
import { AddAgentForm } from './add-agent-form.tsx'
import { About } from './about.tsx'
import type { Details } from './section.tsx'
import type { TaskProps } from './task.ts'
import { Payment } from './payment.tsx'
import { Services } from './services.tsx'
import { Usage } from './usage.tsx'
import { Users } from './users.tsx'

/** The details of one organization, and for those who run it the form that adds an agent (S432, S435, D120, D150). */
export function DetailsDialog({ organization: { id, name }, onClose, finalFocus }: TaskProps) {
  const runs = useDuty('roles.change')
  const params = { organizationId: String(id) }
  const read = useQuery({ ...query(adminOrganizationDetails, { params }), staleTime: 0 })
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      description={`Organization ${id}`}
      width="large"
      finalFocus={finalFocus}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
          <LinkButton href={paths.adminOrganization(id)} variant="secondary">
            Customer Page
          </LinkButton>
          {runs && <LinkButton href={paths.organizationDashboard({ organizationId: id })}>Open Dashboard</LinkButton>}
        </>
      }
    >
      {read.isPending && <LoadingRows what="organization details" />}
      {read.isError && <LoadError what={name} failed={read} text={failureText(read.error)} />}
      {read.data && (
        <div className="flex flex-col gap-8">
          <About details={read.data} />
          <Payment details={read.data} />
          <Users details={read.data} />
          <Usage details={read.data} />
          <Services details={read.data} />
          {runs && takesAgents(read.data.organization) && <AddAgentForm organizationId={id} name={name} />}
        </div>
      )}
    </Dialog>
  )
}

/** Returns whether an organization takes agents: not once it has ended (D129, D130). */
function takesAgents({ givesAccess, isActive, subscriptionStatus }: Details['organization']): boolean {
  return givesAccess || (isActive && subscriptionStatus === 'inactive')
}

/** Returns the server's message, otherwise a general one (S626). */
function failureText(error: unknown): string {
  const message = serverMessage(error)
  return message ? `Error loading organization details: ${message}` : 'Failed to load organization details'
}
