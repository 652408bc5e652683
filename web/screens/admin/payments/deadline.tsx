import { useState } from 'react'
import type { Dispute } from '#contract/admin/disputes.ts'
import { formatDate } from '#contract/dates.ts'
import { deadlineText } from './dispute-words.ts'

/** The time that is left for evidence, above the deadline itself. */
export function Deadline({ dispute: { state, dueAt } }: { dispute: Pick<Dispute, 'state' | 'dueAt'> }) {
  const [now] = useState(() => new Date())
  const { text, isUrgent } = deadlineText(state, dueAt, now)
  if (text === 'None' || dueAt === null) return <span className="text-muted">None</span>
  return (
    <>
      <span className={isUrgent ? 'font-medium text-danger' : undefined}>{text}</span>
      <span className="block text-xs font-normal text-muted">{formatDate(dueAt, true)}</span>
    </>
  )
}
