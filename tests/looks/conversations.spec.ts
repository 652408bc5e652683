import { agentPage, agents } from '#contract/agents/agents.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { referrals } from '#contract/billing/referrals.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import { searchTranscripts, transcriptSettings } from '#contract/conversations/transcripts.ts'
import { communications } from '#contract/messages/messages.ts'
import { savedTimeOf } from '#contract/results/hours-saved.ts'
import { readRecap } from '#contract/results/recap.ts'
import * as home from '../pages/conversations/home.ts'
import { recap, serve as serveRecap, shown } from '../pages/conversations/recaps.ts'
import { coach, type Line, serveTalk, spoken } from '../pages/conversations/voice/talk.ts'
import { as, expect, page, server, subscriberMe, test } from '#tests/pages.ts'
import { fromTeam } from '../pages/messages/inbox.ts'
import { bakery, proposed, serveMemory } from '../pages/results/notes.ts'
import { looksOf } from './look.ts'

const { idOfAgent, request, serveDashboard, serveSessions, talk, talkedOn } = home
const past = [talk('Mindset Coach', 1, 151, true), talk('Hiring Partner', 2, 7), talk('Growth Strategist', 30, 95)]

/** The gateway's side of the room. */
let line: Line

const looks = looksOf('conversations', {
  '/dashboard': [
    {
      me: { ...subscriberMe, creditBalance: 4.5, balanceSeconds: 270, monthlyCredits: 0, purchasedCredits: 4.5 },
      serve: () => {
        serveDashboard(server)
        serveSessions(server, past)
        server.answer(agentRequests, [request('Negotiation Coach', 3)])
        server.answer(communications, [fromTeam('Welcome', 1)])
        server.answer(referrals, {
          offer: { rewardMinutes: 30, code: 'ROBIN234', link: 'https://luna.test/register?ref=ROBIN234' },
          referrals: [],
        })
      },
      title: 'Your Dashboard',
      ready: async () => {
        await expect(page.getByText('Low Credit Balance')).toBeVisible()
        for (const part of ['Growth Strategist', 'Negotiation Coach', 'Welcome', 'Invite'])
          await expect(page.getByRole('main')).toContainText(part)
      },
      states: {
        'of a newcomer': async () => {
          as(subscriberMe)
          serveDashboard(server)
          server.answer(agents, [coach])
          server.answer(agentPage, { ...coach, ...spoken })
          await page.reload()
          await expect(page.getByRole('region', { name: /Who do you want to talk to first/ })).toBeVisible()
        },
      },
      tag: ['@S107', '@S109'],
    },
    {
      at: '/marketplace',
      me: subscriberMe,
      serve: async () => {
        line = await serveTalk(page, server, subscriberMe)
        serveMemory(server, [bakery, proposed])
        server.answer(transcriptSettings, home.keepsNothing)
        server.answer(savedTimeOf, { savedMinutes: null, answerableUntil: '2099-11-29T10:00:00.000Z' })
        server.answer(readRecap, { ...recap, isKept: false })
      },
      title: 'Agent Marketplace',
      states: {
        'the room': async () => {
          const card = page.getByRole('article', { name: coach.name })
          await card.getByRole('button', { name: 'Use This Agent' }).click()
          const room = page.getByRole('dialog', { name: coach.name })
          await room.getByRole('button', { name: 'Start' }).click()
          await expect(room.getByRole('timer')).toBeVisible()
          line.say({ type: 'agent_response', agent_response_event: { agent_response: 'Fourteen weeks.', event_id: 1 } })
          await expect(room.getByRole('log')).toContainText('Fourteen weeks.')
        },
        'the recap': async () => {
          const room = page.getByRole('dialog', { name: coach.name })
          await room.getByRole('button', { name: 'End', exact: true }).click()
          await room.getByRole('button', { name: 'More', exact: true }).click()
          await expect(room.getByRole('group', { name: 'How much time did this save you?' })).toBeVisible()
          await expect(room.getByRole('region', { name: 'Remember' })).toBeVisible()
          await expect(room.getByRole('heading', { name: 'Parental leave' })).toBeVisible()
        },
      },
    },
  ],
  '/dashboard/sessions': {
    at: '/dashboard/sessions?q=budget',
    me: subscriberMe,
    serve: () => {
      serveSessions(server, past)
      server.answer(talkTime, ({ query: { days } }) => ({
        days: talkedOn(days, {
          '2026-11-18': { seconds: 200, sessions: 1 },
          '2026-11-19': { seconds: 90, sessions: 2 },
        }),
        agents: [
          {
            agentId: idOfAgent('Hiring Partner'),
            agentName: 'Hiring Partner',
            seconds: 290,
            minutes: 4.8333,
            sessions: 3,
          },
        ],
      }))
      server.answer(searchTranscripts, [])
    },
    title: 'Your Sessions',
    ready: () => expect(page.getByRole('switch', { name: 'Save transcript' })).toBeVisible(),
    states: {
      all: { at: '/dashboard/sessions', shows: ['heading', 'Not charged'] },
      'as a table': { press: 'Show as Table', shows: ['table', 'Minutes per agent'] },
    },
  },
  '/dashboard/sessions/:id': {
    at: `/dashboard/sessions/${shown.id}?q=leave`,
    me: subscriberMe,
    serve: () => {
      serveRecap(server)
      server.answer(ratings, [{ agentId: shown.agentId, stars: 4, ratedAt: '2026-11-20T09:30:00.000Z' }])
      server.answer(savedTimeOf, { savedMinutes: null, answerableUntil: '2099-11-28T10:00:00.000Z' })
    },
    ready: async () => {
      await expect(page.getByRole('list', { name: 'Transcript' }).locator('mark').first()).toHaveText('leave')
      await expect(page.getByRole('group', { name: 'Rate Mindset Coach' })).toBeVisible()
      await expect(page.getByRole('group', { name: 'How much time did this save you?' })).toBeVisible()
    },
  },
})

for (const look of looks) test(...look)
