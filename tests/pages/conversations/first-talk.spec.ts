import { agentPage, agents } from '#contract/agents/agents.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { myConversations, startConversation } from '#contract/conversations/voice.ts'
import { nextSteps } from '#contract/results/next-steps.ts'
import { readRecap } from '#contract/results/recap.ts'
import * as luna from '#tests/pages.ts'
import { expect, main, memberMe, page, press, server, tagged, test } from '#tests/pages.ts'
import { keepsNothing, now, talk } from './home.ts'
import { step } from '../results/steps.ts'
import { nothing, recap } from './recaps.ts'
import { beTalker, coach, end, endedSession, says, spoken } from './voice/talk.ts'

const seller = { ...coach, id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f71', name: 'Sales Call Coach', category: 'Sales' }
const keeper = { ...coach, id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f72', name: 'Pipeline Keeper', category: 'CRM' }
const adviser = { ...coach, id: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f73', name: 'Cash Adviser', category: 'Finance' }
const question = spoken.sampleConversation[0]?.question ?? ''

const first = (name: string | RegExp = /Who do you want to talk to first/) => page.getByRole('region', { name })
const suggested = () => first().getByRole('listitem')
const room = (agent = coach) => page.getByRole('dialog', { name: agent.name })

test('a newcomer is asked whom to talk to first, and a press begins', tagged('D168'), async () => {
  const line = await beTalker()
  const all = [coach, adviser, keeper, seller]
  server.answer(agents, all)
  server.answer(agentPage, ({ params }) => ({ ...(all.find(({ id }) => id === params.agentId) ?? coach), ...spoken }))
  await page.goto('/dashboard')
  await expect(first()).toBeVisible()
  await expect(suggested()).toHaveCount(3)
  await luna.expectWords(suggested().nth(0), 'Pipeline Keeper', question)
  await press(first(), 'Money')
  await expect(suggested().nth(0)).toContainText('Cash Adviser')

  // A press opens the room and begins, without another question.
  await suggested().nth(0).getByRole('button').click()
  await expect(room(adviser).getByRole('timer')).toBeVisible()
  await expect.poll(() => line.typed()).toEqual([question])
  await expect(room(adviser).getByRole('log')).toContainText(question)

  // The home shows the step that came of it, though the recap was not there when the room closed.
  line.say(says(1, 'Call Anna on Friday, then.'))
  server.answer(transcriptSettings, keepsNothing)
  server.answer(myConversations, [{ ...endedSession, endedAt: new Date().toISOString() }])
  server.answer(readRecap, { ...nothing, state: 'processing' })
  await end(room(adviser))
  await press(room(adviser), 'Done')
  await expect(page.getByText('No open steps')).toBeVisible()
  server.answer(nextSteps, ({ query }) =>
    query.state === 'proposed' ? [step('Call Anna', { state: 'proposed' })] : [],
  )
  server.answer(readRecap, recap)
  await expect(page.getByRole('link', { name: '1 step to review' })).toBeVisible()
})

test('a newcomer agrees to the voice notice first, and sees how it begins', tagged('S085 S162 D89'), async () => {
  await beTalker({ ...luna.subscriberMe, voiceConsent: false })
  await page.goto('/dashboard')
  await suggested().getByRole('button').click()
  await luna.expectWords(room(), 'Ready to connect', `You'll start with: ${question}`)
  await expect(room().getByRole('checkbox', { name: 'I agree' })).toBeVisible()
  await press(room(), 'Start')
  await expect(room()).toContainText('Please agree before your first session')
  expect(server.asked(startConversation)).toEqual([])
})

test("a team's newcomer sees what is left of their month, never the pool", tagged('D190'), async () => {
  const limited = { ...memberMe, organizationCredits: 500, monthLeftSeconds: 2700 }
  await beTalker(limited)
  await page.goto('/dashboard')
  await expect(first()).toBeVisible()
  await expect(main()).toContainText('You have 45 minutes left of your monthly limit at Acme Consulting.')
  await expect(main()).not.toContainText('500')
  // Without agents, the admins are asked for some.
  server.answer(agents, [])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ask Your Admins' })).toBeVisible()
})

test('the last four agents that can still be talked to are one press away', async () => {
  await page.clock.setFixedTime(now)
  await beTalker()
  server.answer(myConversations, [
    { ...talk('Mindset Coach', 20, 724), agentId: coach.id },
    { ...talk('Mindset Coach', 90, 60), agentId: coach.id },
    { ...talk('Sales Call Coach', 30, 65), agentId: seller.id },
    { ...talk('Hiring Partner', 2, 65), agentId: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f79' },
    { ...talk('Pipeline Keeper', 40, 300, true), agentId: keeper.id },
  ])
  server.answer(agents, [coach, seller, { ...keeper, isActive: false }])
  await page.goto('/dashboard')
  const again = page.getByRole('region', { name: 'Talk again' }).getByRole('listitem')
  await expect(again).toHaveText([/Mindset CoachYesterday, 12:04Talk$/, /Sales Call CoachYesterday, 1:05Talk$/])
  await expect(first()).toHaveCount(0)
  // What was said first is shown where the transcript is kept.
  await expect(page.getByText('“Where do I begin?”')).toBeVisible()
  await again.first().getByRole('button').click()
  await expect(room()).toContainText('Ready to connect')
})
