import type { Acting } from '../../audit/acts.ts'
import { refuse } from '../../kernel/problem.ts'
import { editAgent } from '../editing.flow.ts'
import type { Services } from '../../voice-provider/services.ts'
import { findVersion } from './versions.ts'

/**
 * Gives an agent the words of an earlier version by the same way as any other change of it, so that the provider, the
 * record of acts and the versions follow. Refuses when its words are not those in `before` (D187).
 */
export async function bringBack(
  services: Services,
  by: Acting,
  { agentId, revision }: { agentId: string; revision: number },
  before: Record<string, unknown> | undefined,
): Promise<void> {
  const version = await findVersion(services.database.read, agentId, revision)
  if (!version) refuse('version_not_found')
  const reason = `Version ${version.number} brought back`
  await editAgent(services, by, agentId, { ...version.words, before }, reason)
}
