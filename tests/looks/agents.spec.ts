import { publicAgents } from '#contract/agents/agents.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { catalogue, clarifier, coach, serveAgents } from '../pages/agents/agents.ts'
import { documentOf, handbook, hours, scanned, serveDocuments } from '../pages/agents/documents.ts'
import { request, serveDashboard } from '../pages/conversations/home.ts'
import { adminMe, expect, page, server, subscriberMe, test } from '#tests/pages.ts'
import { looksOf } from './look.ts'

const looks = looksOf('agents', {
  '/marketplace': {
    me: subscriberMe,
    serve: () =>
      serveAgents(server, () => [
        ...catalogue,
        { ...clarifier, id: coach.id.replace(/1$/, '4'), name: 'Y', isActive: false },
      ]),
    title: 'Agent Marketplace',
    ready: () => expect(page.getByRole('article')).toHaveCount(4),
    states: {
      'nothing found': { fill: { 'Search agents': 'zzzz' }, shows: 'No agents found' },
    },
  },
  '/agents': {
    serve: () => server.answer(publicAgents, catalogue),
    title: 'Agents',
    ready: () => expect(page.getByRole('article')).toHaveCount(3),
  },
  '/agents/:id': {
    at: `/agents/${coach.id}`,
    serve: () => serveAgents(server),
    title: coach.name,
    ready: () => expect(page.getByRole('link', { name: 'Sign Up to Talk' })).toBeVisible(),
    states: {
      'of a subscriber': {
        me: subscriberMe,
        serve: () => server.answer(ratings, [{ agentId: coach.id, stars: 4, ratedAt: '2026-11-20T09:30:00.000Z' }]),
        shows: ['button', '5 stars'],
      },
      'what it has read': {
        me: adminMe,
        serve: () => {
          const moving = documentOf(10, { title: 'Playbook', kind: 'file', characters: 0, state: 'reading' })
          serveDocuments(server, [moving, handbook, hours, scanned])
        },
        shows: ['button', new RegExp(`^${handbook.title}$`)],
      },
      'a document': async () => {
        await page.getByRole('button', { name: scanned.title, exact: true }).click()
        await expect(page.getByRole('dialog').getByLabel('Title')).toBeVisible()
      },
      'adding one': async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Add Documents' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add Documents' })
        await dialog.getByRole('radio', { name: 'Text' }).check()
        await dialog.getByRole('button', { name: 'Add Text' }).click()
        await expect(dialog.getByText('Please enter a title.')).toBeVisible()
      },
    },
    tag: ['@D183'],
  },
  '/dashboard/requests': {
    me: subscriberMe,
    serve: () => {
      serveDashboard(server)
      server.answer(agentRequests, [request('Buyer', 1), request('Seller', 2)])
    },
    title: 'Your Requested Agents',
    ready: () => page.getByText('Details').first().click(),
    states: {
      'a new one': async () => {
        await page.getByRole('button', { name: 'Submit Request' }).click()
        const dialog = page.getByRole('dialog', { name: 'Request New Agent' })
        await dialog.getByRole('button', { name: 'Submit Request' }).click()
        await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
      },
    },
  },
})

for (const look of looks) test(...look)
