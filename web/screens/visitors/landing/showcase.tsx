import { paths } from '#web/client/addresses/paths.ts'
import { Badge } from '#web/kit/badge.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { AgentCardFrame } from '#web/screens/agents/agent-card.tsx'
import { LandingSection } from './section.tsx'
import { useHearingParts } from './hearing/use-hearing.ts'
import { showcase } from './showcase-samples.ts'

/** Three labeled samples with example figures; the marketplace shows counted ones (S034-S036, D59). */
export function LandingShowcase() {
  const parts = useHearingParts()
  return (
    <LandingSection
      id="agents"
      title="Meet the agents"
      lead="Each agent knows one job well. These three are samples with example figures; the marketplace shows the real ones, and many more agents."
    >
      <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-3 lg:gap-6">
        {showcase.map((agent) => (
          <li key={agent.name} data-showcase>
            <AgentCardFrame
              agent={agent}
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
    </LandingSection>
  )
}
