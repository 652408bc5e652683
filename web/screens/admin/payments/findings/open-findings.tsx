import { useQuery } from '@tanstack/react-query'
import { findings } from '#contract/admin/findings.ts'
import { countText } from '#contract/amounts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { countQuery } from '#web/client/lists/pages.ts'
import { Banner } from '#web/kit/banner.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

/** A line at the head of the panel while the hourly comparisons have open findings. */
export function OpenFindings() {
  const { data: count = 0 } = useQuery(countQuery(findings, { state: 'open' }))
  if (count === 0) return null
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        isSlim
        title={countText(count, 'open finding')}
        actions={
          <LinkButton href={paths.adminPayments({ tab: 'findings' })} variant="secondary" size="dense">
            See Findings
          </LinkButton>
        }
      >
        The hourly comparison found something it could not settle.
      </Banner>
    </div>
  )
}
