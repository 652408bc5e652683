import { pressFor } from '../../kit/browser/keyboard.ts'
import { as, expect, main, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { serveDashboard } from '../conversations/home.ts'
import { fromTeam, idOfMessage, serveInbox } from './inbox.ts'

test('the focus goes to the next message, then to the page, even before a frame', tagged('S178 D66'), async () => {
  as(subscriberMe)
  serveDashboard(server)
  const [one, two] = [fromTeam('One', 3), fromTeam('Two', 1)]
  serveInbox(server, subscriberMe, [one, two, { ...fromTeam('Three', 2), inReplyTo: idOfMessage(3) }])
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Delete: Two' }).press('Enter')
  await page.getByRole('button', { name: 'Delete Message' }).press('Enter')
  await expect(main().getByRole('link', { name: 'Three' })).toBeFocused()
  await page.goto(`/dashboard/messages?thread=${one.id}`)
  const erase = page.getByRole('button', { name: /^Delete/ }).first()
  for (const left of [1, 0]) {
    await erase.press('Enter')
    await page.getByRole('button', { name: 'Delete Message' }).press('Enter')
    await expect(main().getByRole('listitem')).toHaveCount(left)
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await pressFor(page, 'Shift', main())
    // Then like a busy machine, whose frames do not wait for the page.
    await page.evaluate(() => {
      window.requestAnimationFrame = (draw) => {
        queueMicrotask(() => draw(performance.now()))
        return 0
      }
    })
  }
})
