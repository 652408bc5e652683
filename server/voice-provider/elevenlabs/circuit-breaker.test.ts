import { expect, test } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'

function rig() {
  const clock = { ms: 0 }
  const breaker = new CircuitBreaker(() => clock.ms)
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) breaker.failed()
  }
  return { clock, breaker, fail }
}

test('opens after five failures in a row, not after five with an answer between them', () => {
  const { breaker, fail } = rig()
  fail(4)
  breaker.answered()
  fail(4)
  expect(breaker.isOpen).toBe(false)
  fail(1)
  expect(breaker.isOpen).toBe(true)
})

test('lets one probe at a time through while open, at growing intervals of up to 30 s', () => {
  const { clock, breaker, fail } = rig()
  fail(5)
  const probedAtMs: number[] = []
  for (; clock.ms < 130_000; clock.ms += 500) {
    if (!breaker.takeProbe()) continue
    probedAtMs.push(clock.ms)
    breaker.failed()
  }
  expect(probedAtMs).toEqual([1000, 3000, 7000, 15_000, 31_000, 61_000, 91_000, 121_000])
  expect(breaker.isOpen).toBe(true)
})

test('closes with the first answer, and probes the next outage early again', () => {
  const { clock, breaker, fail } = rig()
  fail(5)
  clock.ms = 40_000
  expect(breaker.takeProbe()).toBe(true)
  breaker.answered()
  expect(breaker.isOpen).toBe(false)
  fail(5)
  clock.ms += 1000
  expect(breaker.takeProbe()).toBe(true)
})

test('probes a service that got no call for a minute', () => {
  const { clock, breaker } = rig()
  clock.ms = 50_000
  breaker.answered()
  clock.ms = 109_000
  expect(breaker.takeProbe()).toBe(false)
  clock.ms = 110_000
  expect([breaker.takeProbe(), breaker.takeProbe()]).toEqual([true, false])
})
