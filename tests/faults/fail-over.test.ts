import { expect, test } from 'vitest'
import { benchMachines } from '../../bench/machines.ts'

// Three servers, a primary and its replica, as `npm run bench -- machines` has them: about a minute.
const limitMs = 300_000

test(
  'conversations survive new servers and a lost primary, and nothing is lost or charged twice',
  async () => {
    const rows = await benchMachines(3)
    const exact = rows.filter(({ goal }) => goal === '0')
    expect(exact).toHaveLength(5)
    expect(exact.filter(({ value }) => value !== 0).map(({ name, value }) => `${name}: ${value}`)).toEqual([])
  },
  limitMs,
)
