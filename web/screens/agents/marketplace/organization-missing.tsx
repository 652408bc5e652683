import { useLocation } from 'wouter'
import { useLoadToast } from '#web/client/load-toast.ts'
import { useKnownOrganization } from '#web/client/organization.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'

/** Shown if the home page could not load the organization; a retry goes there once it loads (D3). */
export function OrganizationMissing() {
  const { data, isError, isFetching, refetch } = useLoadToast(useKnownOrganization())
  const [, navigate] = useLocation()

  async function retry() {
    const { data: found } = await refetch()
    if (found?.isMember) navigate(paths.home(), { replace: true })
  }

  if (data || !isError) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        actions={
          <Button
            variant="secondary"
            size="dense"
            pending={isFetching}
            pendingText="Trying…"
            onClick={() => void retry()}
          >
            Retry
          </Button>
        }
      >
        We could not load your organization.
      </Banner>
    </div>
  )
}
