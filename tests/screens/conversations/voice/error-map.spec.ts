import { expect, test } from '../../fixtures.ts'
import { balanceMsOf, becomeTalker, conversationsOf } from './talkers.ts'
import * as talking from './talking.ts'
import { expectRow } from '../../../kit/browser/toasts.ts'

/**
 * What the provider does to a conversation, and what a person sees of it; the other causes are in the neighboring
 * files.
 */

const busy = 'All agents are busy. Please try again in a few minutes.'
const notBegun = [
  { cause: 'its key is withdrawn (401)', apiFault: 'unauthorized', text: undefined },
  { cause: 'it has too many requests (429)', apiFault: 'busy', text: busy },
  { cause: 'it refuses the configuration after its metadata (1008)', voiceFault: 'reject', text: undefined },
  { cause: 'it sends the person away from its queue', voiceFault: 'queue_timeout', text: busy },
] as const

test('a provider that begins no conversation: Connection Failed, and nothing charged (S262, D71, D88)', async ({
  page,
}) => {
  const talker = await becomeTalker(page)
  for (const { cause, text, ...fault } of notBegun) {
    await test.step(cause, async () => {
      const dialog = await talking.openAgent(page)
      const fail = async (): Promise<void> => {
        await dialog.getByRole('button', { name: 'Start' }).click()
        await expectRow(page, 'S262', text)
      }
      if ('apiFault' in fault) await talking.withProviderFault(fault.apiFault, fail)
      else await talking.withVoiceFault(fault.voiceFault, fail)
      await expect.poll(async () => (await conversationsOf(talker))[0]?.status).toBe('failed')
    })
  }
  const conversations = await conversationsOf(talker)
  expect(conversations.map(({ charged_ms: chargedMs }) => chargedMs)).toEqual(notBegun.map(() => 0))
  expect(await balanceMsOf(talker)).toBe(150 * 60_000)
})

test('a provider that fails midway: Connection Lost, or that its plan is used up (S265, D72, D88)', async ({
  page,
}) => {
  const talker = await becomeTalker(page)
  const failures = [
    { cause: 'llm_error', row: 'S265', text: undefined },
    { cause: 'crash', row: 'S265', text: undefined },
    { cause: 'quota', row: 'S262', text: busy },
  ] as const
  for (const { cause, row, text } of failures) {
    await test.step(cause, async () => {
      const dialog = await talking.openAgent(page)
      await talking.withVoiceFault(cause, async () => {
        await dialog.getByRole('button', { name: 'Start' }).click()
        await expect(dialog.getByRole('timer')).toBeVisible()
        await expectRow(page, row, text)
      })
      await expect.poll(async () => (await conversationsOf(talker))[0]?.end_reason).toBe('fault')
    })
  }
  expect(await conversationsOf(talker)).toHaveLength(failures.length)
})

test('a provider that ends normally: the reason, and no error (D86, D88)', async ({ page }) => {
  const talker = await becomeTalker(page)
  const endings = [
    { cause: 'time_limit', reason: 'limit', said: 'The session reached its time limit.' },
    { cause: 'hang_up', reason: 'agent', said: 'The agent ended the session.' },
    { cause: 'restart', reason: 'agent', said: 'The agent ended the session.' },
  ] as const
  for (const { cause, reason, said } of endings) {
    await test.step(cause, async () => {
      const dialog = await talking.openAgent(page)
      await talking.withVoiceFault(cause, async () => {
        await dialog.getByRole('button', { name: 'Start' }).click()
        await expect(dialog).toContainText(said)
      })
      await expect(dialog).toContainText('Session saved')
      await expect(talking.toast(page)).toHaveCount(0)
      await expect
        .poll(async () => (await conversationsOf(talker))[0])
        .toMatchObject({ status: 'completed', end_reason: reason })
    })
  }
})
