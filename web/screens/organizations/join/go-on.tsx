import { navigate } from 'wouter/use-browser-location'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { useCall } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { switchContext } from '#web/client/organization.ts'
import { frameFailures } from '#web/screens/frame/toasts.ts'
import { Button } from '#web/kit/button.tsx'

/** Takes a member to the organization of the link. */
export function GoOn({ id, name }: { id: number; name: string }) {
  const enter = useCall(switchOrganization, {
    leaves: true,
    failed: frameFailures.switchContext,
    done: async (context) => {
      await switchContext(context)
      navigate(paths.home())
    },
  })
  return (
    <Button
      size="touch"
      wraps
      pending={enter.isPending}
      pendingText="Opening…"
      onClick={() => enter.mutate({ body: { organizationId: id } })}
    >
      Go to {name}
    </Button>
  )
}
