import { Feature } from '../landing/feature.tsx'
import { LandingSection } from '../landing/section.tsx'
import { LevelsArt, PoolArt, PrivateArt, WorkshopArt } from './feature-art.tsx'

/** The four selling points for organizations (S339). */
export function OrganizationFeatures() {
  return (
    <LandingSection
      title="Built for teams, not for one more login"
      lead="Everything your people need to talk, and everything you need to answer for it."
      raised
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Feature title="One shared pool" art={<PoolArt />}>
          Nobody counts their own minutes. Everybody draws on the same pool, to the second, and what you buy never
          expires.
        </Feature>
        <Feature title="Agents of your own" art={<WorkshopArt />}>
          Built with you for one job or several, with your knowledge, seen by nobody outside.
        </Feature>
        <Feature title="You decide who talks" art={<LevelsArt />}>
          Invite by mail or link, choose roles and access levels, and take a seat back whenever you need it.
        </Feature>
        <Feature title="Private by design" art={<PrivateArt />}>
          You see who talked, with which agent and for how long. Never the words, unless somebody shares them.
        </Feature>
      </ul>
    </LandingSection>
  )
}
