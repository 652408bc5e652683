import { listOpenFindings, storeFindings, talkFindingKinds } from '../audit/findings.ts'
import { listUnpaidTalk } from './unpaid-talk.ts'
import { countKinds, keepFigures } from '../audit/upkeep-figures.ts'
import type { Services } from './services.ts'

const windowMs = 3 * 24 * 60 * 60_000

/** Stores conversations that gave more than was charged as findings, until they are accepted (D91, D176). */
export async function findUnpaidTalk({ database, clock, log }: Services): Promise<void> {
  const at = clock.now()
  const openIds = await listOpenFindings(database.read, talkFindingKinds)
  const found = await listUnpaidTalk(database.readLong, new Date(at.getTime() - windowMs), openIds)
  const findings = await database.write((tx) => storeFindings(tx, talkFindingKinds, found, at))
  for (const finding of findings) log.error({ finding }, 'a conversation gave more than was charged')
  await keepFigures(database.step, 'talk_findings', countKinds(talkFindingKinds, findings))
}
