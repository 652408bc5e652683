import { paths } from '#web/client/addresses/paths.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'

/** Shown before the first conversation: the way to the agents. */
export function NoConversations() {
  return (
    <EmptyState title="No sessions yet" action={<LinkButton href={paths.marketplace()}>Browse Agents</LinkButton>}>
      Pick an agent and say hello. Your sessions will show up here.
    </EmptyState>
  )
}

export function LoadingConversations({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading your sessions…" className="flex flex-col gap-3">
      {Array.from({ length: count }, (_, row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </SkeletonGroup>
  )
}
