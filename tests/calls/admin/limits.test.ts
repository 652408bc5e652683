import { customerTimeline, resendMail } from '#contract/admin/customers.ts'
import { checkPayment } from '#contract/admin/payments.ts'
import { expect, it, ownWorld, platformAdmin, registered } from '#tests/calls.ts'

const world = await ownWorld({ RATE_LIMIT_FACTOR: '0.4' })

it('checks of payments are limited for each person', async () => {
  const ada = await platformAdmin(world)
  world.clock.holdReal()
  const codes: (string | undefined)[] = []
  for (let i = 0; i < 25; i++) {
    codes.push((await ada.client.try(checkPayment, { params: { id: crypto.randomUUID() } })).body.code)
  }
  expect(codes).toEqual([...Array<string>(24).fill('payment_not_found'), 'too_many_checks'])
})

it('a mail is sent again only so often, and the answer says so', async () => {
  const ada = await platformAdmin(world)
  const ben = await registered(world)
  world.clock.holdReal()
  const mails = () =>
    ada.client.call(customerTimeline, { params: { id: ben.id }, query: { kinds: 'mail' } }).then(({ lines }) => lines)
  await expect.poll(mails).toHaveLength(1)
  const [line] = await mails()
  const replies: unknown[] = []
  for (let i = 0; i < 2; i++) {
    const { status, body } = await ada.client.try(resendMail, { params: { id: line?.id ?? '' } })
    replies.push([status, body.code])
  }
  expect(replies).toEqual([
    [200, undefined],
    [429, 'sent_too_often'],
  ])
})
