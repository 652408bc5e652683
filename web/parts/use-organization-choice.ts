import { useState } from 'react'
import { settleChoice, type AgentType, type OrganizationChoice } from '#contract/organization-prices.ts'

export type ChangeChoice = (part: Partial<OrganizationChoice>) => void

/** A choice that is being made; choosing an agent build brings one agent, choosing none takes all away (S531). */
export function useOrganizationChoice<Start extends OrganizationChoice>(start: Start): [Start, ChangeChoice] {
  const [choice, setChoice] = useState(start)
  return [choice, (part) => setChoice((old) => withAgents({ ...old, ...part }, part.agentType))]
}

function withAgents<Choice extends OrganizationChoice>(choice: Choice, chosenType: AgentType | undefined): Choice {
  return chosenType ? settleChoice(choice) : choice
}
