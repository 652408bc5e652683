import { tagged } from '../../kit/tags.ts'
import { expectDelay, recordMoments } from '../../kit/browser/moments.ts'
import { expectRow } from '../../kit/browser/toasts.ts'
import { comeBack } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { enter, signIn, sql, subscriber } from '../people.ts'

test(
  'a session that ends during work: a toast, then sign-in after 500 ms, then back',
  tagged('S104 S146 S153 S301 D1 D2'),
  async ({ page, context }) => {
    const person = await subscriber()
    await enter(context, person)
    await recordMoments(page)
    await page.goto('/dashboard')
    await expect(page.getByText('No sessions yet')).toBeVisible()
    await sql('delete from session where user_id = $1', [person.id])
    await comeBack(page)
    await expectRow(page, 'S267')
    await expect(page.getByText('No sessions yet')).toHaveCount(0)
    await page.waitForURL('/login?next=%2Fdashboard')
    await expectDelay(page, 'answer 401 GET /api/auth/user', 'screen /login', 500)

    await signIn(page, person.email)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  },
)
