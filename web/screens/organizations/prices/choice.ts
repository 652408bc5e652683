import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { centsToDollars } from '#contract/amounts.ts'
import {
  agentTypes,
  minutePackages,
  priceOrganization,
  settleChoice,
  type OrganizationOrder,
} from '#contract/organizations/prices.ts'
import { keepInput, readKept } from '#web/kit/fields/kept-input.ts'
import { useArrivedValues, useNotedValues } from './arrived-values.ts'

/** What a number field accepts. */
export interface NumberLimit {
  min: number
  max: number
  /** Used for anything that is not a number of at least `min`. */
  fallback: number
}

export interface ChoiceLimits {
  users: NumberLimit
  agents: NumberLimit
}

/** For /calculator and the pages that take over its choices (S527, S528, D96). */
export const calculatorLimits: ChoiceLimits = {
  users: { min: 1, max: 1000, fallback: 1 },
  agents: { min: 1, max: 50, fallback: 1 },
}

/** For /package-builder (S529, S530, D96). */
export const builderLimits: ChoiceLimits = {
  users: { min: 1, max: 1000, fallback: 0 },
  agents: { min: 1, max: 10, fallback: 1 },
}

/** The initial choice of every page. */
export const firstChoice: OrganizationOrder = {
  userCount: 5,
  agentType: 'none',
  numberOfAgents: 0,
  minutePackage: 'growth',
  brandedPWA: false,
  ongoingOptimization: false,
}

/** The same where an agent build is part of the page: in /calculator (S345), and for all fields of the form (S460). */
export const firstChoiceWithAgent: OrganizationOrder = { ...firstChoice, agentType: 'single', numberOfAgents: 1 }

/** Returns whether a choice has no users on a page that leaves an empty number at 0 (S353, S529). */
export function lacksUsers({ userCount }: OrganizationOrder, { users }: ChoiceLimits): boolean {
  return settleNumber(String(userCount), users) < 1
}

/** Returns the number in a field while it is being typed; 0 for anything else (D96). */
export function countTyped(text: string, { max }: NumberLimit): number {
  return /^\s*\d+\s*$/.test(text) ? Math.min(Number(text), max) : 0
}

/** Returns the number that a field settles on when it loses focus. */
export function settleNumber(text: string, limit: NumberLimit): number {
  const typed = countTyped(text, limit)
  return typed < limit.min ? limit.fallback : typed
}

/** Returns a choice as the seven query parameters that the pages pass on (S343, S354). */
export function choiceQuery(choice: OrganizationOrder): Record<string, string> {
  const settled = settleChoice(choice)
  return {
    userCount: String(settled.userCount),
    agentType: settled.agentType,
    numberOfAgents: String(settled.numberOfAgents),
    minutePackage: settled.minutePackage,
    brandedPWA: String(settled.brandedPWA),
    ongoingOptimization: String(settled.ongoingOptimization),
    totalAmount: String(centsToDollars(priceOrganization(settled).todayCents)),
  }
}

/**
 * Returns the choice in an address. Anyone can write an address, so missing or invalid values come from `start`, and
 * the total is computed again (D107).
 */
export function readChoice(query: URLSearchParams, start: OrganizationOrder, limits: ChoiceLimits): OrganizationOrder {
  const agentType = agentTypes.find((one) => one === query.get('agentType')) ?? start.agentType
  return settleChoice({
    ...start,
    userCount: countTyped(query.get('userCount') ?? '', limits.users) || start.userCount,
    agentType,
    numberOfAgents: countTyped(query.get('numberOfAgents') ?? '', limits.agents) || start.numberOfAgents,
    minutePackage: minutePackages.find((one) => one === query.get('minutePackage')) ?? start.minutePackage,
    brandedPWA: readFlag(query.get('brandedPWA')) ?? start.brandedPWA,
    ongoingOptimization: readFlag(query.get('ongoingOptimization')) ?? start.ongoingOptimization,
  })
}

function readFlag(text: string | null): boolean | null {
  return text === 'true' ? true : text === 'false' ? false : null
}

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
