import { formatMinutes, msToMinutes } from '#contract/amounts.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { waitingWork } from '#contract/admin/waiting.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import { myConversation, userStats } from '#contract/conversations/voice.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { cardOf, click, expectRow, heading, main } from '#tests/components/words.ts'
import { autoPurchaseOff } from '#tests/pages/billing/account/account.ts'
import * as home from '#tests/pages/conversations/home.ts'
import { adminMe, subscriberMe } from '#tests/pages/people.ts'

const { serveDashboard, serveSessions, talk, talkedOn } = home

/** Has this many purchased minutes left. */
const withMinutes = (minutes: number) => ({
  ...subscriberMe,
  creditBalance: minutes,
  balanceSeconds: Math.floor(minutes * 60),
  monthlyCredits: 0,
  purchasedCredits: minutes,
})

const valuesOf = (...names: string[]) =>
  names.map((name) => main().locator('dl > div').filter({ hasText: name }).locator('dd').first().allInnerTexts()[0])

beforeEach(() => {
  as(subscriberMe)
  serveDashboard(server)
})

const warned = 'S020 S103 S104 S105 S106 S146 D1 D45 D48 D63'

const waitingLines: [line: RegExp, href: string][] = [
  [/^2 refunds wait for approvalThe oldest since Nov 20, 2026/, '/admin/payments?tab=approvals'],
  [/^1 dispute needs evidenceThe next deadline is Nov 20, 2026/, '/admin/payments?tab=disputes'],
  [/^3 threads wait for an answerThe oldest since/, '/admin?tab=communications'],
  [/^1 open findingThe oldest since/, '/admin/payments?tab=findings'],
  [/^No backup has been made yet$/, '/admin/overview?part=reports#services'],
]

it('the dashboard warns below 10 minutes, and leads to sign-in when signed out', tags(warned), async () => {
  const switched = { autoPurchaseEnabled: true, autoPurchaseTier: 'uplift' } as const
  const switchedOn = { ...autoPurchaseOff, enabled: true, spentThisMonth: 25 }
  const message = 'Auto-purchase is paused because a payment was refunded or disputed.'
  const problem = { code: 'paused' as const, message, retryAt: null, checkoutId: null }
  const beyond = 'Another automatic purchase would exceed your limit of $40.00 a month.'
  for (const [me, rule, words] of [
    [withMinutes(10), autoPurchaseOff, null],
    [withMinutes(9.99), autoPurchaseOff, 'You have 9.99 minutes left to talk.'],
    [{ ...withMinutes(9.5), ...switched }, switchedOn, 'Auto-purchase will add 120 minutes at 9.'],
    [{ ...withMinutes(9.5), ...switched }, { ...switchedOn, monthlyCap: 40 }, beyond],
    [{ ...withMinutes(0), ...switched }, { ...switchedOn, chargesNow: true, problem }, message],
    [withMinutes(0), autoPurchaseOff, 'You have 0 minutes left to talk.'],
  ] as const) {
    as(me)
    server.answer(autoPurchase, rule)
    await page.goto('/dashboard')
    await expect(cardOf('Credit Balance')).toContainText(`You have ${formatMinutes(me.creditBalance)} minutes.`)
    await expect(main().getByText('Low Credit Balance')).toHaveCount(words ? 1 : 0)
    if (words) await expect(main()).toContainText(words)
    if (rule !== switchedOn) await expect(main()).not.toContainText('Auto-purchase will add')
    if (words)
      for (const name of ['Buy Credits', 'Add Credits'])
        await expect(main().getByRole('link', { name })).toHaveAttribute('href', '/checkout')
  }
  as(adminMe)
  await page.goto('/dashboard')
  await expect(main().getByRole('link', { name: 'Open Admin Portal' })).toHaveAttribute('href', '/admin')
  await expect(main().getByRole('heading', { level: 2 }).first()).toHaveText('Admin Portal')
  await expect(cardOf('Admin Portal')).toContainText('Nothing is waiting for you.')
  server.break(waitingWork)
  await page.goto('/dashboard')
  await expect(cardOf('Admin Portal')).toContainText('We could not load what waits for you')
  const at = '2026-11-20T08:00:00.000Z'
  server.answer(waitingWork, [
    { kind: 'approvals', count: 2, at },
    { kind: 'disputes', count: 1, at },
    { kind: 'threads', count: 3, at },
    { kind: 'findings', count: 1, at },
    { kind: 'backup', count: 1, at: null },
  ])
  await page.goto('/dashboard')
  const waiting = page.getByRole('list', { name: 'Waiting for you' })
  for (const [place, [line, href]] of waitingLines.entries()) {
    const item = waiting.getByRole('listitem').nth(place)
    await expect(item).toHaveText(line)
    await expect(item.getByRole('link')).toHaveAttribute('href', href)
  }
  await expect(main()).not.toContainText('Low Credit Balance')
  // The session ends while they are away.
  as(null)
  page.window.dispatchEvent(new page.window.Event('visibilitychange'))
  await expectRow('S267')
  await expect(main()).not.toContainText('Admin Portal')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
})

const talkedTo = (agentName: Parameters<typeof home.idOfAgent>[0], seconds: number, sessions: number) => ({
  agentId: home.idOfAgent(agentName),
  agentName,
  seconds,
  minutes: msToMinutes(seconds * 1000),
  sessions,
})

it('minutes per day and per agent are a plot and a table of the same figures', tags('D62'), async () => {
  const agents = [talkedTo('Hiring Partner', 600, 1), talkedTo('Growth Strategist', 390, 2)]
  const newest = { '2026-11-20': { seconds: 90, sessions: 1 }, '2026-11-18': { seconds: 900, sessions: 2 } }
  const older = { '2026-10-31': { seconds: 1200, sessions: 1 } }
  server.answer(talkTime, ({ query: { days } }) =>
    days === '7'
      ? { days: talkedOn('7', newest), agents }
      : { days: talkedOn('30', { ...newest, ...older }), agents: [talkedTo('Mindset Coach', 1200, 1), ...agents] },
  )
  serveSessions(server, [talk('Mindset Coach', 1, 90)])
  await page.goto('/dashboard/sessions')
  const card = cardOf('Talk Time')
  await expect(card).toContainText('36.50 minutes in 4 sessions over the last 30 days.')
  expect(server.asked(talkTime).map(({ query }) => query)).toEqual([{ days: '30', timeZone: 'Europe/Berlin' }])
  const most = 'Minutes per day, last 30 days. Most on Oct 31: 20 minutes.'
  await expect(card.getByRole('img', { name: most, exact: true })).toBeVisible()
  const bars = card.getByRole('list', { name: 'Minutes per agent' }).getByRole('listitem')
  const shown = ['Hiring Partner10 minutes', 'Growth Strategist6.50 minutes']
  await expect(bars).toHaveText(['Mindset Coach20 minutes', ...shown])
  await click('Show as Table')
  const rowsOf = (name: string) => card.getByRole('table', { name }).getByRole('row')
  await expect(rowsOf('Minutes per agent').nth(3)).toContainText(/Growth Strategist.*6\.50.*2/)
  const [day, ...rows] = [/^Day/, /Nov 20.*1\.50.*1 session$/, /Nov 18.*15.*2 sessions$/, /Oct 31.*20.*1 session$/]
  await expect(rowsOf('Minutes per day, newest first')).toHaveText([day, ...rows])
  await card.getByRole('radio', { name: '7 days' }).click()
  await expect(card).toContainText('16.50 minutes in 3 sessions over the last 7 days.')
  await expect(rowsOf('Minutes per agent')).toHaveCount(3)
  await click('Show as Chart')
  await expect(bars).toHaveText(shown)
})

const shown = 'S107 S108 S110 S305 S307 D58 D71'

it('five figures and the five newest sessions lead to each session', tags(shown), async () => {
  const names = ['Growth Strategist', 'Hiring Partner', 'Pipeline Keeper', 'Sales Call Coach', 'Mindset Coach'] as const
  const others = ['Leadership Mentor', 'Systems Architect'] as const
  const all = [...names, ...others].map((name, index) => talk(name, index + 1, index === 1 ? 4515 : 90))
  serveSessions(server, all.toReversed())
  const counts = { totalSessions: 7, agentsRequested: 2, averageSessionSeconds: 694 }
  server.answer(userStats, { ...counts, minutesUsed: 81, secondsUsed: 4860, creditsUsed: 80.5 })
  server.answer(ratings, [])
  await page.goto('/dashboard')
  const rows = cardOf('Recent Sessions').getByRole('listitem')
  await expect(rows).toContainText([...names])
  await expect(rows).toHaveCount(5)
  await expect(rows.first()).toContainText('1:30 charged')
  await expect(main()).toContainText('11:34')
  const figures = ['Total Sessions', 'Agents Requested', 'Minutes Used', 'Avg. Session', 'Credits Used']
  expect(valuesOf(...figures)).toEqual(['7', '2', '81', '11:34', '80.50'])
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/dashboard/sessions')
  await expect(main().getByRole('listitem')).toContainText([...names, ...others])

  const [short, long] = [talk('Mindset Coach', 1, 7), talk('Hiring Partner', 3, 4515)]
  const facts = ['Duration', 'Charged', 'Before', 'After']
  for (const [session, balanceAfter, note, words, values] of [
    [long, 74.75, null, 'You ended the session.', ['1:15:15', '1:15:15', '150', '74.75']],
    [short, 150, 'Not charged: under 10 seconds', 'Under 10 seconds', ['–', 'Nothing', '150', '150']],
  ] as const) {
    server.answer(myConversation, {
      ...session,
      hasWords: session.hasTranscript,
      balanceBefore: 150,
      balanceAfter,
      note,
    })
    await page.goto(`/dashboard/sessions/${session.id}`)
    await expect(heading(`Session with ${session.agentName}`)).toBeVisible()
    for (const text of [words, 'Nov 20, 2026', 'No transcript was stored.']) await expect(main()).toContainText(text)
    expect(valuesOf(...facts)).toEqual(values)
  }
  // Another person's session, and an invalid id, which is refused before the call.
  for (const [problem, id] of [
    [null, long.id],
    [refusals.notFound(), 'no-id'],
  ] as const) {
    if (problem) server.refuseWith(myConversation, problem)
    else server.refuse(myConversation, 'session_not_found')
    await page.goto(`/dashboard/sessions/${id}`)
    await expect(main()).toContainText("We couldn't find this session.")
  }
  await expect(main().getByRole('link', { name: 'Your Sessions' })).toHaveAttribute('href', '/dashboard/sessions')
})
