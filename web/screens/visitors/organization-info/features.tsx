import { Feature } from '../landing/feature.tsx'
import { LandingSection } from '../landing/section.tsx'
import { LevelsArt, PoolArt, PrivateArt, WorkshopArt } from './feature-art.tsx'

/** The four selling points for organizations (S339). */
export function OrganizationFeatures() {
  return (
    <LandingSection
      title="Built for teams, not for one more login"
      lead="Everything your people need to talk, and everything you need to stay in control."
      raised
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Feature title="One shared pool" art={<PoolArt />}>
          Nobody has to count their own minutes. Everyone draws from the same pool, to the second, and what you buy
          never expires.
        </Feature>
        <Feature title="Agents of your own" art={<WorkshopArt />}>
          Built with you for one job or several, with your knowledge, and never visible outside.
        </Feature>
        <Feature title="You decide who talks" art={<LevelsArt />}>
          Invite people by email or link, choose roles and access levels, and take a seat back whenever you need it.
        </Feature>
        <Feature title="Private by design" art={<PrivateArt />}>
          You see who talked to which agent and for how long. Never the words, unless someone shares them.
        </Feature>
      </ul>
    </LandingSection>
  )
}
