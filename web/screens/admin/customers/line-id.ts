import type { TimelineLine } from '#contract/admin/timeline.ts'

/** Returns the id of a line's element. */
export function lineId({ kind, id }: Pick<TimelineLine, 'kind' | 'id'>): string {
  return `line-${kind}-${id}`
}
