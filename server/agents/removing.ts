import type { Tx } from '../database/sql.ts'
import { refuse } from '../kernel/problem.ts'
import { type Acting, recordAct } from '../audit/acts.ts'
import { isImageReferenced, removeImage } from '../images/images.ts'
import { beginRemovalOfAll } from './knowledge/documents.ts'
import { removeUnlocks } from './agents.ts'
import { removeFromOrganizations } from './assignments.ts'
import { eraseRatingsOf } from './ratings.ts'
import { removeSounds } from './sounds/sounds.ts'
import { archiveAgent, eraseAgent, hasHistory, lockAgent } from './records.ts'

/**
 * Archives an agent with history and deletes any other, taking it out of everything (D146). `orderKnowledge`
 * queues what its documents then need at the provider.
 */
export async function removeAgent(
  tx: Tx,
  by: Acting,
  id: string,
  orderKnowledge: () => Promise<void>,
): Promise<{ isArchived: boolean }> {
  const before = (await lockAgent(tx, id)) ?? refuse('agent_not_found')
  const isArchived = await hasHistory(tx, id)
  await removeUnlocks(tx, id)
  await removeSounds(tx, id)
  await beginRemovalOfAll(tx, id, by.at)
  await removeFromOrganizations(tx, id, !isArchived)
  if (isArchived) await archiveAgent(tx, id, by)
  else {
    await eraseRatingsOf(tx, id)
    await eraseAgent(tx, id)
    await deletePicture(tx, before.imageUrl)
  }
  await orderKnowledge()
  const action = isArchived ? 'agent.archive' : 'agent.delete'
  await recordAct(tx, by, { action, target: { kind: 'agent', id }, before })
  return { isArchived }
}

/** Deletes a picture that no agent shows. */
export async function deletePicture(tx: Tx, url: string | null): Promise<void> {
  if (url && !(await isImageReferenced(tx, url))) await removeImage(tx, url)
}
