import type { Read, Step } from '../database/sql.ts'

/** What the last upkeep found. One server checks, and every server reports it at /metrics. */

export type UpkeepFigureName =
  | 'audit_broken'
  | 'audit_chain_length'
  | 'reconcile_findings'
  | 'talk_findings'
  | 'voice_differences'

export interface UpkeepFigure {
  name: UpkeepFigureName
  /** Empty where there is only one kind. */
  kind: string
  count: number
}

/** Stores how many were found of each kind. */
export async function keepFigures(step: Step, name: UpkeepFigureName, counts: Record<string, number>): Promise<void> {
  await step`
    insert into upkeep_figure (name, kind, count)
    select ${name}, kind, count from unnest(${Object.keys(counts)}::text[], ${Object.values(counts)}::integer[])
      as found (kind, count)
    on conflict (name, kind) do update set count = excluded.count`
}

/** Returns how many of `found` there are of each kind. */
export function countKinds<Kind extends string>(
  kinds: readonly Kind[],
  found: readonly { kind: string }[],
): Record<string, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, found.filter((one) => one.kind === kind).length]))
}

export function listFigures(read: Read): Promise<UpkeepFigure[]> {
  return read<UpkeepFigure>`select name, kind, count from upkeep_figure`
}
