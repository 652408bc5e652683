import { describe, expect, it } from 'vitest'
import { addUp, countedAnswers, type OrganizationAnswer, sumsByAgent } from './shown-answers.ts'

/** Reads answers such as `ada:coach:15`, in the order in which they were given. */
function answers(texts: string): OrganizationAnswer[] {
  return texts.split(' ').map((text) => {
    const [userId = '', agentId = '', minutes] = text.split(':')
    return { userId, agentId, agentName: agentId.toUpperCase(), savedMinutes: Number(minutes) }
  })
}

describe('what an organization counts (D135)', () => {
  it('is nothing until three people have answered, however often two of them did', () => {
    expect(countedAnswers([])).toEqual([])
    expect(countedAnswers(answers('ada:coach:15 ben:coach:30 ada:coach:60 ben:coach:0'))).toEqual([])
    expect(countedAnswers(answers('ada:coach:15 ben:coach:30 ada:coach:60 cem:coach:0'))).toHaveLength(4)
  })

  it('grows only after three more answers, so that no answer is the difference of two sums', () => {
    const first = answers('ada:coach:15 ben:coach:30 cem:coach:60')
    const more = answers('dan:coach:480 ada:coach:15 dan:coach:30')
    for (const count of [0, 1, 2, 3]) {
      const counted = countedAnswers([...first, ...more.slice(0, count)])
      expect(addUp(counted)).toEqual({ savedMinutes: 105, answers: 3, people: 3 })
    }
    const again = countedAnswers([...first, ...more, ...answers('eve:coach:0')])
    expect(addUp(again)).toEqual({ savedMinutes: 630, answers: 7, people: 5 })
  })
})

describe('a removed answer (D135)', () => {
  it('keeps its place, so that nobody lets the next answer in by removing their own', () => {
    const given = answers('ada:coach:15 ben:coach:30 cem:coach:60 dan:coach:480')
    const removed = given.map((answer) => (answer.userId === 'ada' ? { ...answer, savedMinutes: null } : answer))
    expect(addUp(countedAnswers(given))).toMatchObject({ savedMinutes: 105, answers: 3 })
    expect(addUp(countedAnswers(removed))).toEqual({ savedMinutes: 90, answers: 2, people: 2 })
  })
})

describe('sums by agent', () => {
  it('name the agents with three people, most saved time first', () => {
    const given = answers('ada:coach:15 ben:coach:15 cem:coach:15 ada:mentor:60 ben:mentor:60 cem:mentor:60')
    expect(sumsByAgent(given)).toEqual([
      { agentId: 'mentor', agentName: 'MENTOR', savedMinutes: 180, answers: 3 },
      { agentId: 'coach', agentName: 'COACH', savedMinutes: 45, answers: 3 },
    ])
  })

  it('join agents with fewer people in one row without a name', () => {
    const given = answers('ada:coach:15 ben:coach:15 cem:coach:15 ada:mentor:60 ben:mentor:0 dan:editor:30')
    expect(sumsByAgent(given)).toEqual([
      { agentId: 'coach', agentName: 'COACH', savedMinutes: 45, answers: 3 },
      { agentId: null, agentName: null, savedMinutes: 90, answers: 3 },
    ])
  })

  it('let the smallest agent join a row that would have fewer than three people itself', () => {
    const coaches = 'ada:coach:15 ben:coach:15 cem:coach:15 dan:coach:15'
    const given = answers(`${coaches} ada:mentor:60 ben:mentor:60 cem:mentor:60 ada:editor:480`)
    expect(sumsByAgent(given)).toEqual([
      { agentId: 'coach', agentName: 'COACH', savedMinutes: 60, answers: 4 },
      { agentId: null, agentName: null, savedMinutes: 660, answers: 4 },
    ])
    expect(sumsByAgent(answers('ada:coach:15 ben:coach:15 cem:mentor:30'))).toEqual([
      { agentId: null, agentName: null, savedMinutes: 60, answers: 3 },
    ])
  })
})
