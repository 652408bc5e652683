import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkPayment } from '#contract/admin/payments.ts'
import { passBorder } from '../../../kit/world/limit-windows.ts'
import { platformAdmin } from '../../../kit/world/admins.ts'
import { openWorld, type World } from '../../../kit/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ RATE_LIMIT_FACTOR: '0.05' })
})
afterAll(() => world.close())

it('checks of payments are limited for each person', async () => {
  const ada = await platformAdmin(world)
  await passBorder()
  const codes: (string | undefined)[] = []
  for (let i = 0; i < 4; i++) {
    codes.push((await ada.client.try(checkPayment, { params: { id: crypto.randomUUID() } })).body.code)
  }
  expect(codes).toEqual(['payment_not_found', 'payment_not_found', 'payment_not_found', 'too_many_checks'])
})
