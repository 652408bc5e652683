import { companyBuildingAgents } from './agents-company-building.ts'
import { runningBusinessAgents } from './agents-running-business.ts'
import { workAndSalesAgents } from './agents-work-and-sales.ts'

/** A public demo agent; its prompt ends with the answers that the offline demo voice gives. */
export interface SeedAgent {
  /** Names its picture too. */
  slug: string
  name: string
  description: string
  category: string
  isPremium: boolean
  ratingTenths: number
  systemPrompt: string
  firstMessage: string
  voiceId: string
  imageUrl: string
}

/** The demo marketplace; the landing page shows the first three. */
export const seedAgents: SeedAgent[] = [...workAndSalesAgents, ...runningBusinessAgents, ...companyBuildingAgents]
