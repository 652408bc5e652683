import { expect, it } from 'vitest'
import { usageCsv, usageTables } from './usage-tables.ts'

const usage = {
  days: [
    { date: '2026-11-19', minutes: 1, seconds: 60, sessions: 1 },
    { date: '2026-11-20', minutes: 0, seconds: 0, sessions: 0 },
    { date: '2026-11-21', minutes: 2.5, seconds: 150, sessions: 2 },
  ],
  members: [{ userId: 'm', userName: '=Ada, Reed', minutes: 3.5, seconds: 210, sessions: 3, cost: 0.47 }],
  agents: [{ agentId: 'a', agentName: 'Mentor', minutes: 3.5, seconds: 210, sessions: 3, cost: null }],
  minuteRate: 0.135,
}

it('usage is listed by day, member and agent, without empty days (D131)', () => {
  const tables = usageTables(usage)
  const shown = tables.map(({ of, rows }) => [of, ...rows.map(({ name, minutes }) => `${name}: ${minutes}`)])
  expect(shown).toEqual([
    ['day', '2026-11-21: 2.5', '2026-11-19: 1'],
    ['member', '=Ada, Reed: 3.5'],
    ['agent', 'Mentor: 3.5'],
  ])
})

it('no name becomes a formula in a spreadsheet of usage', () => {
  const [, members] = usageTables(usage)
  if (!members) throw new Error('no table')
  expect(usageCsv(members)).toBe('\uFEFFMember,Minutes,Sessions,Cost in dollars\r\n"\'=Ada, Reed",3.5,3,0.47\r\n')
})
