import fc from 'fast-check'
import { afterAll, describe, it } from 'vitest'
import { bonusPercent, expectAgreement } from './agreement.ts'
import { command, hangUp, perform } from './commands.ts'
import { type Actor, openHistoryRig } from './rig.ts'

const runs = Number(process.env.LUNA_HISTORIES ?? 200)
/**
 * The same histories each time, so that a change is judged by its effect; `npm run histories` searches new ones. This
 * seed once found a debt that nobody was asked to pay. To repeat a failure, use its seed, and also its path when only
 * its smallest history is wanted.
 */
const seed = Number(process.env.LUNA_SEED ?? 1_325_589_007)
const path = process.env.LUNA_PATH

const rig = await openHistoryRig()
await rig.world.sql(
  "insert into platform_setting (setting_key, setting_value, updated_at) values ('firstTimeBonusPercent', $1, now())",
  [JSON.stringify(bonusPercent)],
)
afterAll(() => rig.close())

/** Up to three things at once, then the next ones. */
const history = fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 })

describe('whatever happens to three people, in any order and at once', () => {
  it(`the books agree with the provider and with the conversations (${runs} histories)`, async () => {
    const property = fc.asyncProperty(history, async (rows) => {
      const actors = [await rig.addActor(), await rig.addActor(), await rig.addActor()]
      for (const row of rows) await Promise.all(row.map((one) => perform(rig, actors, one)))
      for (const actor of actors) await hangUp(rig, actor)
      await rig.deliver('newest', Number.POSITIVE_INFINITY, true)
      await rig.reconcile()
      await expectAgreement(rig, actors)
      await endAll(actors)
    })
    // A failure names its seed, its path and the disagreement; LUNA_SEED and LUNA_PATH repeat it.
    await fc.assert(property, { numRuns: runs, includeErrorInReport: true, seed, ...(path && { path }) })
  }, 3_600_000)
})

/** Ends all subscriptions, so that a later history's clock renews nothing of this one. */
async function endAll(actors: Actor[]): Promise<void> {
  for (const actor of actors) {
    const customer = await rig.customerOf(actor)
    if (!customer) continue
    const { data } = await rig.stripe.subscriptions.list({ customer, limit: 100 })
    for (const { id } of data) await rig.stripe.subscriptions.cancel(id).catch(() => {})
  }
  await rig.deleteEvents()
}
