import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { settleChoice, type AgentType, type OrganizationChoice } from '#contract/organizations/prices.ts'
import { choiceQuery, readChoice, type ChoiceLimits } from './choice.ts'
import { keepInput, readKept } from '#web/kit/fields/kept-input.ts'

export type ChangeChoice = (part: Partial<OrganizationChoice>) => void

/** A choice in progress. Choosing an agent build adds one agent; choosing none removes them all (S531). */
export function useOrganizationChoice<Start extends OrganizationChoice>(start: Start): [Start, ChangeChoice] {
  const [choice, setChoice] = useState(start)
  return [choice, (part) => setChoice((old) => withAgents({ ...old, ...part }, part.agentType))]
}

const keptName = 'organization-figures'

/**
 * The same for a page that the server renders. The tab remembers the choice for the way back, but the first render uses
 * `start`, as the server does.
 */
export function useKeptChoice<Start extends OrganizationChoice>(
  start: Start,
  limits: ChoiceLimits,
): [Start, ChangeChoice] {
  const [choice, change] = useOrganizationChoice(start)
  // Runs before the first paint.
  const takeUp = useEffectEvent(() => {
    const kept = readKept(keptName)
    if (Object.keys(kept).length > 0) change(readChoice(new URLSearchParams(kept), start, limits))
  })
  useLayoutEffect(() => takeUp(), [])
  useEffect(() => {
    if (choice !== start) keepInput(keptName, choiceQuery(choice))
  }, [choice, start])
  return [choice, change]
}

function withAgents<Choice extends OrganizationChoice>(choice: Choice, chosenType: AgentType | undefined): Choice {
  return chosenType ? settleChoice(choice) : choice
}
