import { useEffect, useRef } from 'react'
import { useMe } from '#web/client/me.ts'
import { refreshOrganizationBilling } from '#web/client/refresh.ts'
import type { Overview } from '../scope.ts'

/**
 * A refill or a renewal fills the pool without an act of this page: what was read before is read anew (D133). Talking
 * only takes from it, and changes nothing here.
 */
export function useFreshBilling({ id }: Overview): void {
  const me = useMe()
  const credits = me?.organizationId === id ? (me.organizationCredits ?? 0) : 0
  const seen = useRef(credits)
  useEffect(() => {
    const isMore = credits > seen.current
    seen.current = credits
    if (isMore) void refreshOrganizationBilling()
  }, [credits])
}
