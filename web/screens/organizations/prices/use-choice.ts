import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { settleChoice, type OrganizationOrder } from '#contract/organizations/prices.ts'
import { useArrivedValues, useNotedValues } from './arrived-values.ts'
import { choiceQuery, readChoice, type ChoiceLimits } from './choice.ts'
import { keepInput, readKept } from '#web/kit/fields/kept-input.ts'

export type ChangeChoice = (part: Partial<OrganizationOrder>) => void

/** A choice in progress. Choosing an agent build adds one agent; choosing none removes them all (S531). */
function useChoice(start: OrganizationOrder): [OrganizationOrder, ChangeChoice] {
  const [choice, setChoice] = useState(start)
  return [
    choice,
    (part) => setChoice((old) => (part.agentType ? settleChoice({ ...old, ...part }) : { ...old, ...part })),
  ]
}

/** Begins with the choice in the address, and stays with this history entry. */
export function useArrivedChoice(start: OrganizationOrder, limits: ChoiceLimits) {
  const arrived = useArrivedValues()
  const [choice, change] = useChoice(readChoice(arrived, start, limits))
  useNotedValues(arrived, choiceQuery(choice))
  return { choice, change, arrived }
}

const keptName = 'organization-figures'

/**
 * A choice on a page that the server renders. The tab remembers it for the way back, but the first render uses `start`,
 * as the server does.
 */
export function useKeptChoice(start: OrganizationOrder, limits: ChoiceLimits): [OrganizationOrder, ChangeChoice] {
  const [choice, change] = useChoice(start)
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
