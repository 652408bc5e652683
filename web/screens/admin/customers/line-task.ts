import type { LineOf } from '#contract/admin/timeline.ts'

/** The acts on a line that open a dialog. */
export type LineTask =
  | { task: 'credit'; line: LineOf<'conversation'> }
  | { task: 'end'; line: LineOf<'conversation'> }
  | { task: 'refund'; line: LineOf<'payment'> }
