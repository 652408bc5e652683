import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#contract/departure/departure.ts'
import * as nextSteps from '#contract/results/next-steps.ts'
import { dateIn } from '#server/conversations/talk-time.ts'
import { remindOfSteps } from '#server/results/next-steps/reminders.flow.ts'
import { ownWorld, password, queuedMails, registered, type TestPerson, tokenIn } from '#tests/calls.ts'

// Auckland is many hours ahead of UTC, so its morning is another day's evening there.
const auckland = 'Pacific/Auckland'

const world = await ownWorld()

/** Reminds people; `meanwhile` happens between reading what is due and mailing it. */
async function remindAfter(meanwhile: () => Promise<unknown>): Promise<void> {
  const { database } = world.services
  const read = async (statement: TemplateStringsArray, ...values: unknown[]) => {
    const rows = await database.readLong(statement, ...values)
    await meanwhile()
    return rows
  }
  const readLong = Object.assign(read as typeof database.read, { mayTakeLong: true as const })
  await remindOfSteps({ ...world.services, database: { ...database, readLong } })
}

/** Moves the clock to the next moment at which it is this hour in Auckland. Returns the day there. */
async function until(hour: number): Promise<string> {
  const hourOf = (at: Date) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone: auckland, hour: '2-digit', hourCycle: 'h23' }).format(at))
  let hours = 1
  while (hourOf(new Date(world.services.clock.now().getTime() + hours * 3_600_000)) !== hour) hours++
  await world.control({ advance: `PT${hours}H` })
  return dateIn(auckland)(world.services.clock.now())
}

async function personThere(): Promise<TestPerson> {
  const person = await registered(world)
  await person.client.call(nextSteps.changeNextStepSettings, { body: { timeZone: auckland } })
  return person
}

function add(person: TestPerson, title: string, dueOn: string) {
  return person.client.call(nextSteps.addNextStep, { body: { title, dueOn } })
}

async function reminders(person: TestPerson): Promise<{ subject: string; text: string }[]> {
  return (await queuedMails(world, person.email)).filter(({ subject }) => / due today|^Due today/.test(subject))
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
}

describe('a reminder', () => {
  it('comes once, on the morning of the day where the person is', async () => {
    const today = await until(20)
    const person = await personThere()
    await add(person, 'Call Anna', dayAfter(today))
    await remindOfSteps(world.services)
    expect(await reminders(person)).toEqual([])
    await until(6)
    await remindOfSteps(world.services)
    expect(await reminders(person)).toEqual([])
    await until(7)
    await remindOfSteps(world.services)
    await remindOfSteps(world.services)
    const [mail, ...more] = await reminders(person)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Due today: Call Anna')
    expect(mail?.text).toContain('/dashboard/next-steps')
    await world.control({ advance: 'P1D' })
    await remindOfSteps(world.services)
    expect(await reminders(person)).toHaveLength(1)
  })

  it('is one mail a day with everything that is due, and again for a step with another day', async () => {
    const today = await until(20)
    const tomorrow = dayAfter(today)
    const person = await personThere()
    const anna = await add(person, 'Call Anna', tomorrow)
    await add(person, 'Send the offer', tomorrow)
    await add(person, 'Later', dayAfter(dayAfter(tomorrow)))
    const done = await add(person, 'Done already', tomorrow)
    await person.client.call(nextSteps.changeNextStep, { params: { id: done.id }, body: { state: 'done' } })
    await until(8)
    await remindOfSteps(world.services)
    const [mail, ...more] = await reminders(person)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('2 next steps due today')
    expect(mail?.text).toContain('Mark as Done: Call Anna')
    expect(mail?.text).toContain('Mark as Done: Send the offer')
    expect(mail?.text).not.toMatch(/Later|Done already/)
    const next = { params: { id: anna.id }, body: { dueOn: dayAfter(tomorrow) } }
    await person.client.call(nextSteps.changeNextStep, next)
    await remindOfSteps(world.services)
    expect(await reminders(person)).toHaveLength(1)
    await until(8)
    await remindOfSteps(world.services)
    expect((await reminders(person)).map(({ subject }) => subject)).toContain('Due today: Call Anna')
  })

  it('does not come for what was late when it was written down, nor when it is switched off', async () => {
    const today = await until(20)
    const [late, quiet] = [await personThere(), await personThere()]
    await add(late, 'Long over', '2020-01-01')
    await add(quiet, 'Call Anna', dayAfter(today))
    const settings = await quiet.client.call(nextSteps.changeNextStepSettings, { body: { mailReminders: false } })
    expect(settings).toEqual({ mailReminders: false, acceptSpoken: false, hasCalendar: false })
    await until(9)
    await remindOfSteps(world.services)
    expect(await reminders(late)).toEqual([])
    expect(await reminders(quiet)).toEqual([])
  })

  it('goes by what the step is when it is mailed, not when the list was read', async () => {
    const today = await until(8)
    const person = await personThere()
    const moved = await add(person, 'Moved', today)
    const renamed = await add(person, 'Old words', today)
    await remindAfter(async () => {
      const change = (id: string, body: object) => person.client.request('PATCH', `/api/user/next-steps/${id}`, body)
      await change(moved.id, { dueOn: dayAfter(today) })
      await change(renamed.id, { title: 'New words', note: 'Said later' })
    })
    const [mail, ...more] = await reminders(person)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Due today: New words')
    expect(mail?.text).toContain('Said later')
    expect(await world.sql('select reminded_of from next_step where id = $1', [moved.id])).toEqual([
      { reminded_of: null },
    ])
    await until(8)
    await remindOfSteps(world.services)
    expect((await reminders(person)).map(({ subject }) => subject)).toEqual([
      'Due today: Moved',
      'Due today: New words',
    ])
  })

  it('does not come to who has left or switched it off meanwhile, and goes to the newest address', async () => {
    const today = await until(8)
    const people = await Promise.all([personThere(), personThere(), personThere()])
    for (const person of people) await add(person, 'Call Anna', today)
    const [leaver, quiet, moved] = people
    const newAddress = { ...moved, email: `new.${moved.email}` }
    await remindAfter(async () => {
      await leaver.client.call(deleteAccount, { body: { currentPassword: password } })
      await quiet.client.call(nextSteps.changeNextStepSettings, { body: { mailReminders: false } })
      await world.sql('update users set email = $2 where id = $1', [moved.id, newAddress.email])
    })
    expect(await Promise.all([...people, newAddress].map(async (one) => (await reminders(one)).length))).toEqual([
      0, 0, 0, 1,
    ])
  })

  it('has a link that marks the step as done without signing in, and nothing else', async () => {
    const today = await until(20)
    const [person, other] = [await personThere(), await personThere()]
    const step = await add(person, 'Call Anna', dayAfter(today))
    const foreign = await add(other, 'Untouched', dayAfter(today))
    await until(7)
    await remindOfSteps(world.services)
    const token = tokenIn((await reminders(person))[0])
    const visitor = world.visitor()
    const stateOf = (id: string) => world.sql('select state from next_step where id = $1', [id])
    const finished = await visitor.call(nextSteps.finishMailedStep, { body: { token, isDone: true } })
    expect(finished).toEqual({ title: 'Call Anna', isDone: true })
    expect(await stateOf(step.id)).toEqual([{ state: 'done' }])
    await visitor.call(nextSteps.finishMailedStep, { body: { token, isDone: true } })
    expect(await stateOf(step.id)).toEqual([{ state: 'done' }])
    await visitor.call(nextSteps.finishMailedStep, { body: { token, isDone: false } })
    expect(await stateOf(step.id)).toEqual([{ state: 'open' }])
    expect(await stateOf(foreign.id)).toEqual([{ state: 'open' }])
    const swapped = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
    for (const wrong of [swapped, 'nothing', '']) {
      const refused = await visitor.try(nextSteps.finishMailedStep, { body: { token: wrong, isDone: true } })
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
    }
    await person.client.call(nextSteps.deleteNextStep, { params: { id: step.id } })
    const gone = await visitor.try(nextSteps.finishMailedStep, { body: { token, isDone: true } })
    expect(gone.status).toBe(400)
  })

  it('has a link that does nothing once its person has left', async () => {
    const today = await until(20)
    const person = await personThere()
    const { id } = await add(person, 'Call Anna', dayAfter(today))
    await until(7)
    await remindOfSteps(world.services)
    const token = tokenIn((await reminders(person))[0])
    await person.client.call(deleteAccount, { body: { currentPassword: password } })
    const refused = await world.visitor().try(nextSteps.finishMailedStep, { body: { token, isDone: true } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_token' } })
    expect(await world.sql('select state from next_step where id = $1', [id])).toEqual([{ state: 'open' }])
  })
})
