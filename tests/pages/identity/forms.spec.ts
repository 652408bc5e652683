import { autoPurchase, changeAutoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Answer } from '#contract/call.ts'
import { myConversations } from '#contract/conversations/voice.ts'
import { transcriptSettings, updateTranscriptSettings } from '#contract/conversations/transcripts.ts'
import { expectFault, expectKept, fillIn } from '../../kit/browser/forms.ts'
import { autoPurchaseOff, openAccount, serveAccount } from '../billing/account/account.ts'
import { as, expect, page, server, subscriberMe, test } from '#tests/pages.ts'
import type { Fault } from './form-cases.ts'
import { memberForms } from './member-forms.ts'
import { visitorForms } from './visitor-forms.ts'

for (const { name, open, submit, call, right, wrong, refused = [], answer } of [...visitorForms, ...memberForms])
  test(`${name}: each fault is shown at its field, nothing is lost, nothing is sent twice`, async () => {
    const scope = await open({ page, server, as })
    const button = scope.getByRole('button', { name: submit, exact: true })
    const expectRefusal = async ([values, label, message]: Fault) => {
      const typed = { ...right, ...values }
      await fillIn(scope, typed)
      await button.click()
      await expectFault(scope, label, message)
      await expectKept(scope, typed)
    }
    for (const fault of wrong) await expectRefusal(fault)
    expect(server.asked(call)).toEqual([])
    for (const { fault, refuse } of refused) {
      refuse(server)
      await expectRefusal(fault)
    }
    expect(server.asked(call)).toHaveLength(refused.length)

    await fillIn(scope, right)
    answer(server)
    const release = server.hold(call)
    await button.focus()
    await page.keyboard.press('Enter')
    // Its name is a different one while it waits.
    const waiting = scope.locator('button[type=submit][aria-busy]')
    await expect(waiting).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    await scope.getByRole('textbox').first().press('Enter')
    release()
    await expect(waiting).toHaveCount(0)
    expect(server.asked(call)).toHaveLength(refused.length + 1)
  })

test('values that are saved while typing say what is wrong, keep it, and send nothing (S192, D46, D90)', async () => {
  as(subscriberMe)
  serveAccount(server)
  let purchase: Answer<typeof autoPurchase> = { ...autoPurchaseOff, enabled: true }
  server.answer(autoPurchase, () => purchase)
  server.answer(
    changeAutoPurchase,
    ({ body: { threshold = purchase.threshold, monthlyCap = purchase.monthlyCap } }) => {
      purchase = { ...purchase, threshold, monthlyCap }
      return purchase
    },
  )
  server.answer(myConversations, [])
  server.answer(transcriptSettings, { save: true, keptDays: 90, isAllowedHere: true })
  server.answer(updateTranscriptSettings, { save: true, keptDays: 30, isAllowedHere: true })
  const threshold = 'Threshold must be a whole number from 1 to 50'
  const limit = 'The monthly limit must be a whole number from 25 to 500'
  const days = 'Please choose 1 to 365 days'
  const asked = () => [changeAutoPurchase, updateTranscriptSettings].flatMap((call) => server.asked(call))
  await openAccount(page)
  let saved = 0
  for (const [label, wrong, message, fits, name] of [
    ['Threshold (minutes)', ['0', '51', '9.5', 'nine'], threshold, '12', 'threshold'],
    ['Monthly limit (USD)', ['24', '501', '99.50'], limit, '60', 'monthlyCap'],
    ['Days until a transcript is deleted', ['0', '366', '1.5'], days, '30', 'keptDays'],
  ] as const) {
    if (name === 'keptDays') await page.goto('/dashboard/sessions')
    const field = page.getByLabel(label)
    await expect(field).toBeVisible()
    for (const text of wrong) {
      await field.fill(text)
      await field.press('Enter')
      await expectFault(page.getByRole('main'), label, message)
      await expect(field).toHaveValue(text)
    }
    expect(asked()).toHaveLength(saved)
    await field.fill(fits)
    await field.press('Enter')
    await expect.poll(asked).toHaveLength(++saved)
    expect(asked().at(-1)?.body).toEqual({ [name]: Number(fits) })
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  }
})
