import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveTalk, startTalking } from './talk.ts'

test('the longest time of a conversation is announced as such, with nothing to buy', tagged('D86 D190'), async () => {
  as(subscriberMe)
  const line = await serveTalk(page, server, subscriberMe)
  const dialog = await startTalking(page)
  const notice = dialog.getByRole('region', { name: 'Minutes left' })
  line.say({ type: 'session_warning', session_warning_event: { seconds_left: 120, bound: 'limit' } })
  await expect(notice).toContainText('2 minutes left')
  await expect(notice).toContainText('This conversation is reaching its time limit.')
  await expect(notice.getByRole('button')).toHaveCount(0)
  // The credits reach further, and their tick takes nothing back.
  line.say(
    { type: 'session_warning', session_warning_event: { seconds_left: 30, bound: 'limit' } },
    { type: 'session_tick', session_tick_event: { used_seconds: 7170, seconds_left: 3600, bound: 'balance' } },
  )
  await expect(notice).toContainText('Less than 30 seconds left')
  // Credits that end earlier are the limit, and can be bought.
  line.say({ type: 'session_warning', session_warning_event: { seconds_left: 5, bound: 'balance' } })
  await expect(notice).toContainText('The conversation ends when your credits are used up.')
  await expect(notice.getByRole('button', { name: 'Buy Credits' })).toBeVisible()
})
