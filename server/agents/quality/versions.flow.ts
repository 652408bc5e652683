import type { Acting } from '../../audit/acts.ts'
import { editAgent } from '../editing.flow.ts'
import type { Services } from '../../voice-provider/services.ts'
import { findVersion } from './versions.ts'

/**
 * Gives an agent the words of an earlier version by the same way as any other change of it, so that the provider, the
 * record of acts and the versions follow. Throws `ChangedMeanwhile` when its words are not those in `before` (D187).
 */
export async function bringBack(
  services: Services,
  by: Acting,
  { agentId, revision }: { agentId: string; revision: number },
  before: Record<string, unknown> | undefined,
): Promise<'brought_back' | 'agent_not_found' | 'version_not_found'> {
  const version = await findVersion(services.database.read, agentId, revision)
  if (!version) return 'version_not_found'
  const reason = `Version ${version.number} brought back`
  const fault = await editAgent(services, by, agentId, { ...version.words, before }, reason)
  // Nothing else can be wrong with words that were saved before.
  if (fault && fault !== 'agent_not_found') throw new Error(fault)
  return fault ?? 'brought_back'
}
