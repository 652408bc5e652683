import { useEffect, useRef } from 'react'
import { useMe } from '#web/client/me.ts'
import { refreshOrganizationBilling } from '#web/client/refresh.ts'
import type { Overview } from '../scope.ts'

/**
 * Reloads billing when an automatic purchase or a renewal fills the pool without any action on this page (D133).
 * Talking only uses minutes, and changes nothing here.
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
