import type * as z from 'zod/mini'
import type { LineKind, timelineLine } from '#contract/admin/timeline.ts'

export type AnyLine = z.input<typeof timelineLine>

/** A line of one kind, as answers take it. */
export type Line<Kind extends LineKind> = Extract<AnyLine, { kind: Kind }>
