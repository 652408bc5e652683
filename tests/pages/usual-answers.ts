import { findings } from '#contract/admin/findings.ts'
import { agentSamples } from '#contract/agents/sounds.ts'
import type { Answer, Call } from '#contract/call.ts'
import { inboxUnread } from '#contract/messages/inbox.ts'
import { savedTimeOf } from '#contract/results/hours-saved.ts'
import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { memory, notesFrom } from '#contract/results/memory.ts'
import { readRecap } from '#contract/results/recap.ts'
import { serveEmptyOverview } from './admin/overview/answers.ts'

interface Server {
  answer<C extends Call>(call: C, give: Answer<C>): void
}

/** Answers what many pages ask for on the side with what most people have: nothing. */
export function giveUsualAnswers(server: Server): void {
  // By every page with the headline: nothing can be heard.
  server.answer(agentSamples, [])
  // Before and after every conversation: off as at first.
  server.answer(memory, { enabled: false, isAllowedHere: true, notes: [] })
  // By every page of a session: no notes came from it.
  server.answer(notesFrom, { count: 0 })
  // After every conversation: it left nothing.
  server.answer(readRecap, {
    state: 'none',
    title: null,
    summary: null,
    proposals: [],
    sources: [],
    isKept: false,
    isEdited: false,
    lines: [],
  })
  // For every conversation: the question has no answer, and its time is over.
  server.answer(savedTimeOf, { savedMinutes: null, answerableUntil: null })
  // By every page of staff: nothing is unread.
  server.answer(inboxUnread, { unread: 0 })
  // By the head of the panel: nothing is open.
  server.answer(findings, [])
  // By the panel's first tab: nothing has happened yet.
  serveEmptyOverview(server)
  // By the landing page: nobody has said anything yet.
  server.answer(hoursSaved, { total: null })
}
