import { navigate } from 'wouter/use-browser-location'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { useCall } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { switchContext } from '#web/client/organization.ts'
import { frameFailures } from '#web/screens/frame/toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Details } from './details.ts'

/** Switches to the organization and opens its dashboard (D122). */
export function OpenDashboard({ organization: { id } }: Pick<Details, 'organization'>) {
  const isHere = useMe()?.organizationId === id
  const change = useCall(switchOrganization, {
    leaves: true,
    failed: frameFailures.switchContext,
    done: async (context) => {
      await switchContext(context)
      navigate(paths.organizationDashboard())
    },
  })
  if (isHere) {
    return (
      <LinkButton href={paths.organizationDashboard()} variant="secondary">
        Open Dashboard
      </LinkButton>
    )
  }
  return (
    <Button
      variant="secondary"
      pending={change.isPending}
      pendingText="Opening…"
      onClick={() => change.mutate({ body: { organizationId: id } })}
    >
      Open Dashboard
    </Button>
  )
}
