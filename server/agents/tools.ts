import type { Read, Step, Tx } from '../database/sql.ts'

/** The tools of agents as the voice provider has them. No other file writes their table. */

export interface ProviderToolRow {
  /** Our id, which is the tool's mark at the provider. */
  id: string
  providerToolId: string | null
  syncedMark: string | null
}

/** Returns a tool; null before its first use. */
export async function findProviderTool(read: Read, name: string): Promise<ProviderToolRow | null> {
  const [row] = await read<ProviderToolRow>`
    select id, provider_tool_id, synced_mark from provider_tool where name = ${name}`
  return row ?? null
}

/**
 * Reserves the making of a tool until `until`. If several processes try, one succeeds; null means that another one
 * is making it.
 */
export async function takeTool(
  tx: Tx,
  name: string,
  { until, real }: { until: Date; real: Date },
): Promise<ProviderToolRow | null> {
  await tx`insert into provider_tool (name) values (${name}) on conflict (name) do nothing`
  const [row] = await tx<ProviderToolRow>`
    update provider_tool set making_until = ${until}
    where name = ${name} and (making_until is null or making_until <= ${real})
    returning id, provider_tool_id, synced_mark`
  return row ?? null
}

/** Ends what `takeTool` began, and notes what the provider has if it worked. */
export async function endTool(
  step: Step,
  name: string,
  until: Date,
  made?: { providerToolId: string; mark: string },
): Promise<void> {
  await step`
    update provider_tool set making_until = null, provider_tool_id = coalesce(${made?.providerToolId}, provider_tool_id),
      synced_mark = coalesce(${made?.mark}, synced_mark)
    where name = ${name} and making_until = ${until}`
}

/** Drops what we know of the provider's tools, so that they are looked for again. */
export async function dropProviderTools(step: Step): Promise<void> {
  await step`update provider_tool set provider_tool_id = null, synced_mark = null`
}
