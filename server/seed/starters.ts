/** Questions on an agent's page, each with the topic of the sample answer in the prompt. */
const starters: Record<string, readonly (readonly [question: string, topic: string])[]> = {
  'onboarding-handbook-guide': [
    ['I start on Monday and I am nervous. What matters in the first week?', 'settling in'],
    ['How do vacation requests usually work?', 'time off'],
    ['What does my boss expect of me?', 'your manager'],
  ],
  'spreadsheet-clarifier': [
    ['My total is wrong. Where do I look?', 'wrong totals'],
    ['How do I combine two sheets with a lookup?', 'lookups'],
    ['What is a pivot table good for?', 'pivot tables'],
  ],
  'implementation-engine': [
    ['I have a goal. What is the first step?', 'next steps'],
    ['Our project is stuck. What now?', 'stalled projects'],
    ['I came back from a course full of ideas. How do I use them?', 'turning lessons into action'],
  ],
  'sales-call-coach': [
    ['How do I open a cold call?', 'opening a call'],
    ['They say we are too expensive. What do I say?', 'the price'],
    ['Can we practice a call together?', 'role play'],
  ],
  'marketing-message-maker': [
    ['How do I say what we do in one sentence?', 'a clear promise'],
    ['What belongs on our home page?', 'your website'],
    ['Which subject line gets a newsletter opened?', 'e-mail subject lines'],
  ],
  'pipeline-keeper': [
    ['How do I get an honest pipeline?', 'an honest pipeline'],
    ['A customer went silent. Is the deal dead?', 'dead deals'],
    ['How quickly should we answer a new inquiry?', 'new leads'],
  ],
  'operations-simplifier': [
    ['Everything takes long here. Where is the bottleneck?', 'bottlenecks'],
    ['Work falls through between departments. What helps?', 'handovers'],
    ['We have too many meetings. Which ones can go?', 'meetings'],
  ],
  'mindset-coach': [
    ['Why do I feel like an impostor?', 'self-doubt'],
    ['I keep putting off one task. How do I start?', 'procrastination'],
    ['A launch failed. How do I move on?', 'setbacks'],
  ],
  'cash-flow-explainer': [
    ['We make a profit, but there is no money. Why?', 'profit and cash'],
    ['How do I plan cash for the coming weeks?', 'a thirteen week forecast'],
    ['A customer has not paid an invoice. What do I say?', 'late payers'],
  ],
  'customer-care-coach': [
    ['A customer is angry and shouting. What do I say first?', 'angry customers'],
    ['It was our fault. How do I apologize?', 'apologies'],
    ['How do I refuse without losing the customer?', 'saying no'],
  ],
  'systems-architect': [
    ['We keep the same data in two places. Which list is right?', 'one home for every fact'],
    ['How do I compare new tools?', 'choosing software'],
    ['What should we automate?', 'automating work'],
  ],
  'leadership-mentor': [
    ['I keep postponing a difficult conversation. How do I begin?', 'difficult conversations'],
    ['How do I delegate without losing control?', 'letting go'],
    ['Two people on my team are in conflict. What do I do?', 'conflict in the team'],
  ],
  'growth-strategist': [
    ['Where do more customers come from?', 'finding your focus'],
    ['How do I ask for a referral?', 'referrals'],
    ['Should I raise my price?', 'pricing'],
  ],
  'hiring-partner': [
    ['What belongs in a good job ad?', 'job adverts'],
    ['Which interview questions tell me the truth?', 'interviews'],
    ['How do I choose between two candidates?', 'the final decision'],
  ],
  'acme-engagement-desk': [
    ['The client asks for extra work. What do I say?', 'scope'],
    ['How do I run the kick-off?', 'kick-off'],
    ['When do we plan the handoff?', 'handoff'],
  ],
  'acme-proposal-partner': [
    ['They say we are too expensive. What now?', 'price'],
    ['Can we do a role play?', 'rehearsal'],
    ['What belongs in the executive summary?', 'executive summary'],
  ],
}

/** Returns an agent's sample conversation: its questions, with the answers from its prompt. */
export function sampleConversationOf(slug: string, systemPrompt: string): { question: string; answer: string }[] {
  return (starters[slug] ?? []).map(([question, topic]) => {
    const line = systemPrompt.split('\n').find((one) => one.startsWith(`- [${topic},`))
    const answer = line?.slice(line.indexOf(']: ') + 3)
    if (!answer) throw new Error(`The prompt of ${slug} has no answer about ${topic}`)
    return { question, answer }
  })
}
