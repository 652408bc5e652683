import { tagged } from '../../../kit/tags.ts'
import { typeMessage } from '../../../kit/browser/typing.ts'
import { mailedLink } from '../../../kit/browser/watch.ts'
import { moveClock } from '../../billing/clock/time.ts'
import { becomeTalker } from '../../conversations/voice/talkers.ts'
import { startListening } from '../../conversations/voice/talking.ts'
import { expect, test, url } from '../../fixtures.ts'
import { sql } from '../../people.ts'

interface Row {
  title: string
  state: string
  due_on: string | null
}

test(
  'a reminder is noted while talking, comes by mail, and is done from the mail',
  tagged('B6 D184'),
  async ({ page, context }) => {
    const person = await becomeTalker(page)
    const rows = () => sql<Row>('select title, state, due_on::text from next_step where user_id = $1', [person.id])
    const dialog = await startListening(page)
    await typeMessage(dialog, 'Remind me to call Anna on Friday')
    await expect(dialog.getByText(/^Noted: Call Anna, Fri, /).first()).toBeVisible()
    // The step is there before the talk ends.
    const [proposed] = await rows()
    expect(proposed).toMatchObject({ title: 'Call Anna', state: 'proposed' })
    const dueOn = proposed?.due_on ?? ''
    expect(new Date(`${dueOn}T12:00:00Z`).getUTCDay()).toBe(5)
    await dialog.getByRole('button', { name: 'Add to my list' }).click()
    await expect(dialog.getByText('On your list')).toBeVisible()
    await dialog.getByRole('button', { name: 'End', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Talk again' })).toBeVisible()

    await page.goto('/dashboard/next-steps')
    await expect(page.getByRole('button', { name: 'Edit: Call Anna' })).toBeVisible()
    // It is Friday morning in Berlin, where this browser is.
    const { now } = (await (await page.request.get(`${url}/standins/control.json`)).json()) as { now?: string }
    const hours = Math.ceil(
      (Date.parse(`${dueOn}T08:00:00Z`) - Date.parse(now ?? new Date().toISOString())) / 3_600_000,
    )
    await moveClock(`PT${Math.max(1, hours)}H`)
    const link = await mailedLink(url, person.email, 'Due today: Call Anna')
    await context.clearCookies()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
    expect(page.url()).not.toContain('token')
    expect(await rows()).toEqual([{ title: 'Call Anna', state: 'done', due_on: dueOn }])
  },
)
