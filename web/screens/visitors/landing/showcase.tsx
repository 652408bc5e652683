import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { AgentCardFrame, type AgentFace, Stars } from '#web/screens/agents/agent-card.tsx'
import { LandingSection } from './section.tsx'
import { useHearingParts } from './hearing/use-hearing.ts'
import { landingAgents, landingSamples } from '#contract/agents/landing-agents.ts'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { HeardAgent } from '#contract/agents/sounds.ts'

const [, handbookGuide, clarifier, engine] = landingAgents

/** The landing page's three samples (S141, S142, S311); the first one is unlocked (D59). */
const showcase: readonly (AgentFace & { isUnlocked: boolean })[] = [
  {
    name: handbookGuide,
    category: 'HR',
    description: "Answers what new hires ask in their first weeks, from your handbook, in words they'll remember.",
    imageUrl: '/agents/onboarding-handbook-guide.svg',
    rating: 4.9,
    sessionCount: 324,
    isUnlocked: true,
  },
  {
    name: clarifier,
    category: 'Technology',
    description: 'Talks you through formulas, pivots and messy columns until the numbers make sense.',
    imageUrl: '/agents/spreadsheet-clarifier.svg',
    rating: 4.9,
    sessionCount: 298,
    isUnlocked: false,
  },
  {
    name: engine,
    category: 'Business Strategy',
    description: 'Turns a goal into steps, owners and dates, and asks the questions that get it done.',
    imageUrl: '/agents/implementation-engine.svg',
    rating: 5,
    sessionCount: 412,
    isUnlocked: false,
  },
]

/** The key of the samples, without their schemas, which the landing page does not need until something is heard. */
const queryKey: QueryKey = ['GET /api/agents/samples', landingSamples]

/** Returns the agents that came along with the page; none in the app, until somebody wants to hear them. */
function useGivenSamples(): readonly HeardAgent[] {
  return useQuery<HeardAgent[]>({ queryKey, enabled: false }).data ?? []
}

/** Three labeled samples with example figures, which lead to the real agents (S034-S036, D59, D198). */
export function LandingShowcase() {
  const parts = useHearingParts()
  const given = useGivenSamples()
  const pathOf = (name: string) => {
    const agent = given.find((one) => one.name === name)
    return agent && paths.agent(agent.id)
  }
  return (
    <LandingSection
      id="agents"
      title="Meet the agents"
      lead="Each agent knows one job well. These three are samples with example figures; their own pages show the real ones."
    >
      <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:gap-6">
        {showcase.map((agent) => (
          <li key={agent.name} data-showcase>
            <AgentCardFrame
              agent={agent}
              href={pathOf(agent.name)}
              figures={<Stars {...agent} />}
              overlay={parts && <parts.SampleGreeting name={agent.name} />}
              badge={<Badge tone="neutral">Sample</Badge>}
            >
              <LinkButton href={paths.register()} wide variant={agent.isUnlocked ? 'primary' : 'secondary'}>
                {agent.isUnlocked ? 'Start Session' : 'Sign Up to Unlock'}
              </LinkButton>
            </AgentCardFrame>
          </li>
        ))}
      </ul>
      <LinkButton href={paths.agents()} variant="secondary" size="touch" className="mt-6">
        See All Agents
      </LinkButton>
    </LandingSection>
  )
}
