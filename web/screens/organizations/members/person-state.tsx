import { Badge } from '#web/kit/badge.tsx'
import { type PersonRow, stateOf } from './people.ts'

/** Says where a person stands (S393, S394). */
export function StateBadge({ row }: { row: PersonRow }) {
  const state = stateOf(row)
  if (state === 'invited') return <Badge>Invited</Badge>
  return state === 'active' ? <Badge tone="success">Active</Badge> : <Badge tone="neutral">Inactive</Badge>
}
