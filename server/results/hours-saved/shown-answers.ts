import { fewestPeople } from '#contract/results/hours-saved-rules.ts'

/**
 * What an organization's admins see of the answers of its people: sums over several people, from which no single answer
 * can be read (D135, docs/decisions/0038-no-answer-is-read-from-a-sum.md).
 */

export interface OrganizationAnswer {
  userId: string
  agentId: string
  agentName: string
  savedMinutes: number
}

/** An answer, or the place of one that its person removed. */
export type AnswerPlace = Omit<OrganizationAnswer, 'savedMinutes'> & { savedMinutes: number | null }

export interface Sum {
  savedMinutes: number
  answers: number
}

/**
 * Returns the answers that count by now. A sum grows only when enough people have answered since it last grew;
 * otherwise somebody who knows who has just talked could subtract the sum before. A removed answer keeps its place,
 * because otherwise who removes their own would let the next one in by itself. @param places in the order in which the
 * answers were first given.
 */
export function countedAnswers(places: readonly AnswerPlace[]): readonly OrganizationAnswer[] {
  const people = new Set<string>()
  let counted = 0
  for (const [place, { userId }] of places.entries()) {
    people.add(userId)
    if (people.size < fewestPeople) continue
    counted = place + 1
    people.clear()
  }
  return givenAnswers(places.slice(0, counted))
}

/** Returns the answers that their people have not removed. */
export function givenAnswers(places: readonly AnswerPlace[]): OrganizationAnswer[] {
  return places.flatMap((place) =>
    place.savedMinutes === null ? [] : [{ ...place, savedMinutes: place.savedMinutes }],
  )
}

export function addUp(answers: readonly OrganizationAnswer[]): Sum & { people: number } {
  return {
    savedMinutes: answers.reduce((sum, { savedMinutes }) => sum + savedMinutes, 0),
    answers: answers.length,
    people: countPeople(answers),
  }
}

/**
 * Returns the sums by agent, most first. Agents with too few people are one last row without a name; if even that row
 * has too few, the agent with the fewest answers joins it, because otherwise the row is the total less all others.
 */
export function sumsByAgent(
  answers: readonly OrganizationAnswer[],
): (Sum & { agentId: string | null; agentName: string | null })[] {
  const groups = [...Map.groupBy(answers, ({ agentId }) => agentId).values()].toSorted((a, b) => b.length - a.length)
  const shown = groups.filter((group) => countPeople(group) >= fewestPeople)
  const others = groups.filter((group) => countPeople(group) < fewestPeople).flat()
  while (others.length > 0 && countPeople(others) < fewestPeople) others.push(...(shown.pop() ?? []))
  const rows = shown.map((group) => ({
    agentId: group[0]?.agentId ?? null,
    agentName: group[0]?.agentName ?? null,
    ...sumOf(group),
  }))
  const sorted = rows.toSorted(
    (a, b) => b.savedMinutes - a.savedMinutes || (a.agentName ?? '').localeCompare(b.agentName ?? '', 'en'),
  )
  return others.length === 0 ? sorted : [...sorted, { agentId: null, agentName: null, ...sumOf(others) }]
}

function sumOf(answers: readonly OrganizationAnswer[]): Sum {
  const { savedMinutes, answers: count } = addUp(answers)
  return { savedMinutes, answers: count }
}

function countPeople(answers: readonly OrganizationAnswer[]): number {
  return new Set(answers.map(({ userId }) => userId)).size
}
