import { companyBuildingAgents } from './agents-company-building.ts'
import { runningBusinessAgents } from './agents-running-business.ts'
import { workAndSalesAgents } from './agents-work-and-sales.ts'
import type { SeedAgent } from './seed-agent.ts'

/** The demo marketplace; the landing page shows the first three. */
export const seedAgents: SeedAgent[] = [...workAndSalesAgents, ...runningBusinessAgents, ...companyBuildingAgents]
