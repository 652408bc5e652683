import { tagged } from '../../../kit/tags.ts'
import { expect, test as base } from '../../fixtures.ts'
import { NetworkLine } from './network-line.ts'
import { balanceMsOf, becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { expectRow } from '../../../kit/browser/toasts.ts'

/** The page reaches the product over a line that the test can cut. */
const test = base.extend<{ line: NetworkLine }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  line: async ({}, use) => {
    const line = new NetworkLine()
    await use(line)
    line.close()
  },
  context: async ({ browser, line }, use) => {
    const context = await browser.newContext({ baseURL: await line.open(), locale: 'en-US' })
    await use(context)
    await context.close()
  },
})

// The browser itself reports what a cut line breaks.
test.use({ expectedNoise: /net::ERR_|WebSocket connection to/ })

test(
  'a line that stays interrupted: Connection Lost, and Resume continues where it was',
  tagged('gate S166 S265 D75 D76'),
  async ({ page, line }) => {
    const talker = await becomeTalker(page)
    await talking.watchMicrophones(page)
    const dialog = await talking.startTalking(page)
    await expect(dialog.getByRole('timer')).toHaveText(/[2-9]$/)
    line.cut()
    await expect(dialog).toContainText('Connection lost. Trying again…')
    await expectRow(page, 'S265')
    await expect.poll(() => talking.microphones(page)).toEqual(['ended'])
    line.mend()
    // The server settles by itself, at the last byte it received: under 10 seconds, so for free.
    await expect.poll(async () => (await conversationsOf(talker))[0]?.status, { timeout: 30_000 }).not.toBe('active')
    const [lost] = await conversationsOf(talker)
    expect(lost?.charged_ms).toBe(0)
    expect(await balanceMsOf(talker)).toBe(150 * 60_000)
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
    expect((await conversationsOf(talker))[0]).toMatchObject({ status: 'active', resume_of: lost?.id })
  },
)
