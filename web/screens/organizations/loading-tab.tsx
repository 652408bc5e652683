import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** Stands in for a tab of the dashboard while it loads. */
export function LoadingTab() {
  return (
    <SkeletonGroup className="flex flex-col gap-3">
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </SkeletonGroup>
  )
}
