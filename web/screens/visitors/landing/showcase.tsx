import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { AgentCardFrame } from '#web/screens/agents/agent-card.tsx'
import { LandingSection } from './section.tsx'
import { useGivenSamples } from './hearing/given-samples.ts'
import { useHearingParts } from './hearing/use-hearing.ts'
import { showcase } from './showcase-samples.ts'

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
