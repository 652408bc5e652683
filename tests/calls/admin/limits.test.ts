import { customerTimeline, resendMail } from '#contract/admin/customers.ts'
import { checkPayment } from '#contract/admin/payments.ts'
import { expect, expectRefused, it, ownWorld, platformAdmin, registered } from '#tests/calls.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '0.4' })
const ada = await platformAdmin(world)

it('checks of payments are limited for each person', async () => {
  world.clock.holdReal()
  const unknown = { params: { id: crypto.randomUUID() } }
  for (let i = 0; i < 24; i++) await expectRefused(checkPayment, [ada, unknown, 404, 'payment_not_found'])
  await expectRefused(checkPayment, [ada, unknown, 429, 'too_many_checks'])
})

it('a mail is sent again only so often, and the answer says so', async () => {
  const { id } = await registered(world)
  world.clock.holdReal()
  const query = { kinds: 'mail' }
  const mails = async () => (await ada.client.call(customerTimeline, { params: { id }, query })).lines
  await expect.poll(mails).toHaveLength(1)
  const params = { id: (await mails())[0]?.id ?? '' }
  await ada.client.call(resendMail, { params })
  await expectRefused(resendMail, [ada, { params }, 429, 'sent_too_often'])
})
