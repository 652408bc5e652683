import { useEffect, useRef } from 'react'
import { useMe } from '#web/client/me.ts'
import { readAgain } from '#web/client/query-client.ts'
import type { Overview } from '../scope.ts'

/**
 * Reloads billing when an automatic purchase or a renewal fills the pool without any action on this page (D133).
 * Talking only uses minutes and changes nothing here.
 */
export function useFreshBilling({ id }: Overview): void {
  const me = useMe()
  const minutes = me?.organizationId === id ? (me.organizationCredits ?? 0) : 0
  const seen = useRef(minutes)
  useEffect(() => {
    const isMore = minutes > seen.current
    seen.current = minutes
    if (isMore) void readAgain()
  }, [minutes])
}
