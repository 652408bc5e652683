/** The agents of the landing page: the one in the picture at the headline, then those of the cards (S142). */
export const landingAgents = [
  'Sales Call Coach',
  'Onboarding Handbook Guide',
  'Spreadsheet Clarifier',
  'Implementation Engine',
] as const

/** The query of the landing page for `agentSamples`; the server gives the answer along with the page. */
export const landingSamples = { query: { names: landingAgents.join(','), limit: landingAgents.length } }
