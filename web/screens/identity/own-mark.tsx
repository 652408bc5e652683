import { useMe } from '#web/client/me.ts'
import { Badge } from '#web/kit/badge.tsx'

/** Marks the user's own row in a list of people (D188). */
export function OwnMark({ personId }: { personId: string }) {
  return useMe()?.id === personId ? <Badge>You</Badge> : null
}
