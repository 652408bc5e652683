import { EmptyState } from '#web/kit/empty-state.tsx'

/** How often an open conversation looks for what others did. */
export const lookMs = 10_000

/** In place of a conversation that does not exist, or no longer does. */
export function Gone() {
  return <EmptyState title="There is nothing here">These messages were deleted or withdrawn.</EmptyState>
}
