import { agents } from '#contract/agents/agents.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { memory } from '#contract/results/memory.ts'
import * as luna from '#tests/pages.ts'
import { as, expect, page, press, server, subscriberMe, test, toastOf } from '#tests/pages.ts'
import { keepsNothing } from '../conversations/home.ts'
import { beTalker, coach, end, openCoach, talkAs } from '../conversations/voice/talk.ts'
import { bakery, byHand, proposed, serveMemory } from './notes.ts'

const room = (agent: { name: string } = coach) => page.getByRole('dialog', { name: agent.name })
const choice = (agent?: { name: string }) => room(agent).getByRole('checkbox', { name: 'Not this time' })
const asked = () => server.asked(startConversation).map(({ body }) => body.withoutMemory)
const isLive = (agent?: { name: string }) => expect(room(agent).getByRole('timer')).toBeVisible()

test.beforeEach(() => {
  as(subscriberMe)
  server.answer(transcriptSettings, keepsNothing)
})

test('"Not this time" leaves memory out of conversations with the same agent', async () => {
  const other = { ...coach, id: byHand.agentId, name: byHand.agentName }
  const serve = async () => {
    await beTalker()
    server.answer(agents, [coach, other])
    serveMemory(server, [bakery, byHand])
  }
  await serve()
  await openCoach()
  await expect(choice()).not.toBeChecked()
  await expect(room()).toContainText('Talk without what Mindset Coach knows about you (1 note).')
  await choice().click()
  // It is still chosen after a start that failed.
  server.refuse(startConversation, 'voice_busy')
  await press(room(), 'Start')
  await expect(toastOf(page)).toContainText('All agents are busy.')
  await expect(choice()).toBeChecked()
  await luna.closeToasts(page)

  await serve()
  await press(room(), 'Start')
  await isLive()
  await end(room())
  await press(room(), 'Talk again')
  await isLive()
  // No choice was shown, so the last one holds.
  expect(asked()).toEqual([true, true, true])
  await end(room())
  await press(room(), 'Done')
  await room().waitFor({ state: 'detached' })

  await press(page.getByRole('article', { name: other.name }), 'Use This Agent')
  await expect(choice(other)).not.toBeChecked()
  await press(room(other), 'Start')
  await isLive(other)
  expect(asked()).toEqual([true, true, true, undefined])
})

test('nothing starts before there was a choice, which needs no answer', async () => {
  await beTalker()
  serveMemory(server, [bakery])
  const release = server.hold(memory)
  await openCoach()
  const start = room().getByRole('button', { name: 'Start' })
  await expect(start).toHaveAttribute('aria-busy', 'true')
  await start.click({ force: true })
  await expect(choice()).toBeHidden()
  release()
  await expect(choice()).toBeVisible()
  expect(asked()).toEqual([])

  server.break(memory)
  await openCoach()
  await expect(room()).toContainText('Mindset Coach gets nothing from earlier sessions and proposes no notes.')
  await choice().click()
  await start.click()
  await isLive()
  expect(asked()).toEqual([true])

  // There is none while memory is off or forbidden.
  for (const enabled of [false, true]) {
    serveMemory(server, [bakery], { enabled, isAllowedHere: !enabled })
    await openCoach()
    await page.waitForLoadState('networkidle')
    await expect(choice()).toBeHidden()
  }
  // Without notes the agent would still get open steps, and propose notes.
  serveMemory(server, [byHand, proposed])
  await openCoach()
  await expect(choice()).toBeVisible()
})

test('the recap asks which proposals to keep, or how, and nothing without one', async () => {
  const second = { ...proposed, id: '4e0e0000-0000-4000-8000-000000000004', text: 'You like short answers.' }
  serveMemory(server, [bakery])
  await talkAs()
  // It was proposed while they talked.
  const served = serveMemory(server, [bakery, proposed, second])
  await end(room())
  const question = room().getByRole('region', { name: 'Remember' })
  const heading = question.getByRole('heading')
  await expect(heading).toHaveText('Robin, should Mindset Coach remember these?')
  await expect(question.getByRole('listitem')).toHaveCount(2)
  await expect(question).not.toContainText(bakery.text)
  await press(question, `No: ${second.text}`)
  await expect(heading).toHaveText('Robin, should Mindset Coach remember this?')
  await expect(heading).toBeFocused()
  await press(question, `Keep: ${proposed.text}`)
  await expect(heading).toHaveText('Mindset Coach will know this next time.')
  await expect(heading).toBeFocused()
  expect(served.notes()).toEqual([bakery, { ...proposed, state: 'active' }])

  await press(room(), 'Talk again')
  await isLive()
  serveMemory(server, [bakery])
  await end(room())
  await expect(room().getByRole('button', { name: 'Talk again' })).toBeVisible()
  await expect(question).toBeHidden()

  // While memory is off, it says how to keep a proposal.
  await press(room(), 'Talk again')
  await isLive()
  serveMemory(server, [proposed], { enabled: false, isAllowedHere: true })
  await end(room())
  await expect(question).toContainText('Turn on memory to keep this.')
  await expect(question.getByRole('link')).toHaveAttribute('href', '/profile/memory')
  const keep = question.getByRole('button', { name: `Keep: ${proposed.text}` })
  await expect(keep).toBeHidden()
  // It was turned on in another tab.
  serveMemory(server, [proposed])
  await luna.comeBack(page)
  await expect(keep).toBeVisible()
  await expect(question).not.toContainText('Turn on memory')
})
