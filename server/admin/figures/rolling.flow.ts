import type { Services } from '../../conversations/services.ts'
import { rollDays } from './rolling.ts'

/** Rolls up every day that is due, some at a time. The hourly upkeep calls it before it audits the books. */
export async function rollFigures({ database, clock }: Services): Promise<number> {
  const at = clock.now()
  for (let rolled = 0; ;) {
    const some = await database.write((tx) => rollDays(tx, at))
    if (some === 0) return rolled
    rolled += some
  }
}
