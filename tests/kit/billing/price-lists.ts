import { onTestFinished } from 'vitest'
import { addOns, agentBuilds, minuteOffers, userTiers } from '#contract/organizations/prices.ts'
import { packages, platformAccess } from '#contract/billing/prices.ts'
import { priceDefinitions } from '#server/seed/prices.ts'
import type { World } from '../world/world.ts'

/** The price list of a next version: the code's table is changed in place, every name, price and number. */

type Entry = { name?: string } & Record<string, unknown>

const entries = [packages, minuteOffers, agentBuilds]
  .flatMap((table) => Object.values(table) as Entry[])
  .concat([platformAccess, addOns], [...userTiers])

/** Raises prices by half and 3 cents, and cuts minutes by a fifth; registrations store the names of user tiers. */
function changed(entry: Entry): Entry {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      if (key === 'name' && !('fromUsers' in entry)) return [key, `New ${String(value)}`]
      if (key.endsWith('Cents') && Number(value) > 0) return [key, Math.ceil(Number(value) * 1.5) + 3]
      return [key, /minutes$/i.test(key) ? Math.floor(Number(value) * 0.8) : value]
    }),
  )
}

/** Sells by another list, here and at the provider, until the test ends. Returns what restores the old one sooner. */
export async function sellByAnotherList(world: World): Promise<() => void> {
  const before = entries.map((entry) => ({ ...entry }))
  const restore = () => {
    for (const [i, entry] of entries.entries()) Object.assign(entry, before[i])
  }
  onTestFinished(restore)
  for (const entry of entries) Object.assign(entry, changed(entry))
  await world.services.payments.ensurePrices(priceDefinitions())
  return restore
}
