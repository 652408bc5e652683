import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatCount, formatDuration, formatMinutes } from '#contract/amounts.ts'
import { userStats } from '#contract/conversations/voice.ts'
import { query } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** The five figures in one quiet strip (S107). */
export function Figures() {
  const stats = useQuery(query(userStats))
  if (stats.isError) return <LoadError what="your figures" failed={stats} />
  if (!stats.data) {
    return (
      <SkeletonGroup label="Loading your figures…">
        <Skeleton className="h-16" />
      </SkeletonGroup>
    )
  }
  const { totalSessions, agentsRequested, minutesUsed, averageSessionSeconds, creditsUsed } = stats.data
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-6 gap-y-3 border-y border-line py-4">
      <Figure label="Total Sessions">{formatCount(totalSessions)}</Figure>
      <Figure label="Agents Requested">{formatCount(agentsRequested)}</Figure>
      <Figure label="Minutes Used">{formatMinutes(minutesUsed)}</Figure>
      <Figure label="Avg. Session">{formatDuration(averageSessionSeconds)}</Figure>
      <Figure label="Credits Used">{formatMinutes(creditsUsed)}</Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-xl font-semibold tabular">{children}</dd>
    </div>
  )
}
