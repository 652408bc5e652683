import { endConversation } from '#contract/conversations/voice.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveTalk, startTalking } from './talk.ts'

test('an end that cannot be settled yet is shown as still being counted, not as free', tagged('D75'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  server.refuseWith(endConversation, refusals.away())
  line.say({ type: 'session_ended', session_ended_event: { reason: 'idle', used_seconds: null } })
  await expect(dialog).toContainText('Session ended')
  await expect(dialog).toContainText('Still counting')
  await expect(dialog).toContainText("We're still counting this session. You'll find its cost in your history.")
  await expect(dialog).not.toContainText('Nothing')
})
