import type { Services } from '../../conversations/services.ts'
import { unkeptMs } from '../../conversations/policies.ts'
import { takeUnkeptCopies } from '../../conversations/provider-records.ts'
import { findPerson } from '../../identity/users.ts'
import { repeat } from '../../kernel/repeat.ts'
import { deleteGoneNotes } from '../memory/notes.ts'
import { deleteGoneProposals } from '../next-steps/next-steps.ts'
import { readRecap } from './recap.flow.ts'
import { deleteFingerprints, takeKeptWithoutRecap } from './recaps.ts'

/** What happens to recaps without anybody looking: those of kept texts are stored, and what nobody keeps goes (D184). */

const everyMs = 60_000
/** What the provider has not found by then, it will not find. */
const awaitedMs = 2 * 24 * 60 * 60_000

/** Looks after recaps every minute, in every process. */
export function watchRecaps(services: Services): { stop(): Promise<void> } {
  const stop = repeat(everyMs, () =>
    lookAfterRecaps(services).catch((error: unknown) => services.log.warn({ err: error }, 'recaps were left alone')),
  )
  return { stop }
}

export async function lookAfterRecaps(services: Services): Promise<void> {
  await deleteUnkept(services)
  await storeKept(services)
}

/**
 * Deletes what conversations have left whose words nobody keeps, ten minutes after their end, or at once when the person
 * deleted them (D202): steps and notes that were not accepted here, and at the provider everything, as soon as our
 * figures are final.
 */
export async function deleteUnkept({ clock, database, jobs }: Services): Promise<void> {
  const at = clock.now()
  const endedBefore = new Date(at.getTime() - unkeptMs)
  await database.write(async (tx) => {
    await deleteGoneProposals(tx, endedBefore)
    await deleteGoneNotes(tx, endedBefore)
    const { ids, conversationIds } = await takeUnkeptCopies(tx, endedBefore, at)
    await deleteFingerprints(tx, ids)
    for (const conversationId of conversationIds) {
      await jobs.enqueue(tx, 'deleteConversation', { conversationId })
    }
  })
}

/** Stores the recaps of texts that were kept, by a press or automatically. */
async function storeKept(services: Services): Promise<void> {
  const { clock, database, voice } = services
  if (!voice.isUp()) return
  const at = clock.now()
  const keptSince = new Date(at.getTime() - awaitedMs)
  for (const { id, userId } of await database.write((tx) => takeKeptWithoutRecap(tx, { keptSince, at }))) {
    const person = await findPerson(database.read, userId)
    if (!person) continue
    await readRecap(services, person, id).catch((error: unknown) =>
      services.log.warn({ err: error, sessionId: id }, 'a recap could not be stored yet'),
    )
  }
}
