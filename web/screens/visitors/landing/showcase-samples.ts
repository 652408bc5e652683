import { landingAgents } from '#contract/agents/landing-agents.ts'
import type { AgentFace } from '#web/screens/agents/agent-card.tsx'

const [, handbookGuide, clarifier, engine] = landingAgents

/** The landing page's three samples (S141, S142, S311); the first one is unlocked (D59). */
export const showcase: readonly (AgentFace & { isUnlocked: boolean })[] = [
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
