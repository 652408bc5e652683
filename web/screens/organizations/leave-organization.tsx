import { useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { leaveOrganization } from '#contract/organizations/organizations.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { write } from '#web/client/api.ts'
import { organizationQuery, switchContext } from '#web/client/organization.ts'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'

interface Props {
  organization: { id: number; name: string }
}

/** Lets any member leave an organization, after a confirmation (D179). */
export function LeaveOrganization({ organization }: Props) {
  const { data } = useQuery(organizationQuery)
  // Platform admins also view organizations that they do not belong to.
  if (!data?.memberships.some((place) => place.id === organization.id)) return null
  return (
    <Button variant="ghost" size="dense" onClick={() => void askToLeave(organization)}>
      Leave Organization
    </Button>
  )
}

function askToLeave({ id, name }: Props['organization']) {
  const leave = () =>
    write(
      leaveOrganization,
      { query: { organizationId: id } },
      {
        leaves: true,
        told: { title: `You left ${name}`, description: 'Your past conversations stay there.', tone: 'success' },
        done: async (context) => {
          await switchContext(context)
          navigate(paths.home())
        },
      },
    )
  return ask({
    title: `Leave ${name}?`,
    text: "You'll lose access to its agents and minutes right away, and any live conversation there will end. Your past conversations stay there. To come back, you'll need a new invitation.",
    confirm: 'Leave Organization',
    keep: 'Stay',
    act: () => leave().catch(() => undefined),
  })
}
