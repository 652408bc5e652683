import { customerTimeline, resendMail } from '#contract/admin/customers.ts'
import { checkPayment } from '#contract/admin/payments.ts'
import { expect, expectRefused, it, platformAdmin, registered, sharedWorld, useStrictLimits } from '#tests/calls.ts'

const world = await sharedWorld()
const [ada, { id }] = [await platformAdmin(world), await registered(world)]

it('checks of payments and sent mails are limited for each person', async () => {
  useStrictLimits(world, 0.4)
  const unknown = { params: { id: crypto.randomUUID() } }
  for (let i = 0; i < 24; i++) await expectRefused(checkPayment, [ada, unknown, 404, 'payment_not_found'])
  await expectRefused(checkPayment, [ada, unknown, 429, 'too_many_checks'])
  const query = { kinds: 'mail' }
  const mails = async () => (await ada.client.call(customerTimeline, { params: { id }, query })).lines
  await expect.poll(mails).toHaveLength(1)
  const params = { id: (await mails())[0]?.id ?? '' }
  await ada.client.call(resendMail, { params })
  await expectRefused(resendMail, [ada, { params }, 429, 'sent_too_often'])
})
