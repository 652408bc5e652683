import type { Services } from '../../conversations/services.ts'
import { addUpEverything, storeTotal } from './answers.ts'

/** Adds up all answers for the public figure. It reads for long and then writes one row. */
export async function countHoursSaved({ database, clock }: Services): Promise<void> {
  const total = await addUpEverything(database.readLong)
  await database.write((tx) => storeTotal(tx, total, clock.now()))
}
