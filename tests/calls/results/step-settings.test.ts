import { deleteAccount } from '#contract/departure/departure.ts'
import * as nextSteps from '#contract/results/next-steps.ts'
import { describe, expect, it, password, registered, sharedWorld, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()

function add(person: TestPerson, title: string, dueOn: string) {
  return person.client.call(nextSteps.addNextStep, { body: { title, dueOn } })
}

describe('settings', () => {
  it('are each person’s own', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    expect((await world.visitor().try(nextSteps.nextStepSettings)).status).toBe(401)
    expect((await world.visitor().request('PATCH', '/api/user/next-step-settings', {})).status).toBe(401)
    await person.client.call(nextSteps.changeNextStepSettings, { body: { acceptSpoken: true } })
    expect(await person.client.call(nextSteps.nextStepSettings)).toMatchObject({ acceptSpoken: true })
    expect(await other.client.call(nextSteps.nextStepSettings)).toEqual({
      mailReminders: true,
      acceptSpoken: false,
      hasCalendar: false,
    })
    const wrong = await person.client.request('PATCH', '/api/user/next-step-settings', { timeZone: 'Mars/Olympus' })
    expect(wrong).toMatchObject({ status: 400, body: { field: 'timeZone' } })
  })
})

describe('the calendar address', () => {
  const read = (url: string) => fetch(url.replace(/^https?:\/\/[^/]+/, world.url))

  it('shows the open steps with a day to programs, until it is replaced or removed', async () => {
    const [person, other] = [await registered(world), await registered(world)]
    await add(person, 'Call Anna, today', '2027-03-05')
    await person.client.call(nextSteps.addNextStep, { body: { title: 'No day' } })
    await add(other, 'Foreign', '2027-03-05')
    expect((await world.visitor().try(nextSteps.makeStepCalendar)).status).toBe(401)
    expect((await world.visitor().try(nextSteps.removeStepCalendar)).status).toBe(401)
    const { url } = await person.client.call(nextSteps.makeStepCalendar)
    expect(await person.client.call(nextSteps.nextStepSettings)).toMatchObject({ hasCalendar: true })
    const answer = await read(url)
    const file = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(file).toContain('SUMMARY:Call Anna\\, today\r\nTRANSP')
    expect(file).toContain('DTSTART;VALUE=DATE:20270305')
    expect(file).not.toMatch(/Foreign|No day/)
    const [row] = await world.sql<{ calendar_hash: string }>(
      'select calendar_hash from next_step_setting where user_id = $1',
      [person.id],
    )
    expect(url).not.toContain(row?.calendar_hash)
    const { url: newer } = await person.client.call(nextSteps.makeStepCalendar)
    expect((await read(url)).status).toBe(404)
    expect((await read(newer)).status).toBe(200)
    await person.client.call(nextSteps.removeStepCalendar)
    expect((await read(newer)).status).toBe(404)
    expect((await read(`${world.url}/api/calendars/nothing.ics`)).status).toBe(404)
  })

  it('stops when its person asks for the deletion of their account', async () => {
    const person = await registered(world)
    const { url } = await person.client.call(nextSteps.makeStepCalendar)
    expect((await read(url)).status).toBe(200)
    await person.client.call(deleteAccount, { body: { currentPassword: password } })
    expect((await read(url)).status).toBe(404)
  })
})
