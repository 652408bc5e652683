import { deleteAccount } from '#contract/departure/departure.ts'
import * as nextSteps from '#contract/results/next-steps.ts'
import { dateIn } from '#server/conversations/talk-time.ts'
import { remindOfSteps } from '#server/results/next-steps/next-steps.flow.ts'
import { mailStop, stopMails } from '#contract/messages/mail-stops.ts'
import { confirmAddress, expect, expectRefused, it, ownWorld, password, queuedMails, registered } from '#tests/calls.ts'
import { tags, type TestPerson, tokenIn, waitForMails } from '#tests/calls.ts'

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

async function personThere(isConfirmed = true): Promise<TestPerson> {
  const person = await registered(world)
  await person.client.call(nextSteps.changeNextStepSettings, { body: { timeZone: auckland } })
  if (isConfirmed) await confirmAddress(world, person)
  return person
}

const add = (person: TestPerson, title: string, dueOn: string) =>
  person.client.call(nextSteps.addNextStep, { body: { title, dueOn } })
const change = (person: TestPerson, id: string, body: object) =>
  person.client.call(nextSteps.changeNextStep, { params: { id }, body })
const remind = () => remindOfSteps(world.services)

const reminders = async (person: TestPerson) =>
  (await queuedMails(world, person.email)).filter(({ subject }) => / due today|^Due today/.test(subject))

/** The body that a mail program posts (RFC 8058). */
const oneClick = 'List-Unsubscribe=One-Click'

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

it('a reminder comes once, on the morning of the day where the person is', async () => {
  const today = await until(20)
  const [person, late, quiet] = [await personThere(), await personThere(), await personThere()]
  await add(person, 'Call Anna', dayAfter(today))
  await add(late, 'Long over', '2020-01-01')
  await add(quiet, 'Call Anna', dayAfter(today))
  const settings = await quiet.client.call(nextSteps.changeNextStepSettings, { body: { mailReminders: false } })
  expect(settings).toEqual({ mailReminders: false, acceptSpoken: false, hasCalendar: false })
  await remind()
  await until(6)
  await remind()
  expect(await reminders(person)).toEqual([])
  await until(7)
  for (const _again of [1, 2]) await remind()
  const [mail, ...more] = await reminders(person)
  expect([more, mail?.subject]).toEqual([[], 'Due today: Call Anna'])
  expect(mail?.text).toContain('/dashboard/next-steps')
  await world.control({ advance: 'P1D' })
  await remind()
  expect(await reminders(person)).toHaveLength(1)
  // None comes for what was late already, nor when it is switched off.
  expect([await reminders(late), await reminders(quiet)]).toEqual([[], []])
})

it('no reminder goes to an address that nobody has confirmed, whatever its account holds', tags('D193'), async () => {
  const today = await until(20)
  const attacker = await personThere(false)
  for (let n = 0; n < 5; n++) await add(attacker, `Cancel your charge at https://evil.test/${n}`, dayAfter(today))
  await until(8)
  await remind()
  const mails = await queuedMails(world, attacker.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your email address'])
  expect(JSON.stringify(mails)).not.toContain('evil.test')
})

it('reminders are stopped without signing in, by the page or by a mail program', tags('D193 D201'), async () => {
  const today = await until(20)
  const [person, other] = [await personThere(), await personThere()]
  for (const one of [person, other])
    for (const day of [dayAfter(today), dayAfter(dayAfter(today))]) await add(one, 'Call Anna', day)
  await until(7)
  await remind()
  const [mail] = await waitForMails(world, person.email, 'Due today: Call Anna')
  const url = mail?.unsubscribe?.url ?? ''
  expect(mail?.text).toContain(`Stop these emails: ${url}`)
  expect(mail?.unsubscribe).toEqual({ url: expect.stringContaining(`${world.url}/mails/stop?token=`), body: oneClick })
  const token = new URL(url).searchParams.get('token') ?? ''
  const visitor = world.visitor()
  const read = () => visitor.call(mailStop, { query: { token } })
  const reminds = async () => (await person.client.call(nextSteps.nextStepSettings)).mailReminders
  // Programs that open links stop nothing.
  expect((await fetch(url)).status).toBe(200)
  expect([await read(), await reminds()]).toEqual([{ kind: 'steps_due', isStopped: false }, true])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const _again of [1, 2]) expect((await fetch(url, { method: 'POST', headers, body: oneClick })).status).toBe(204)
  expect([await read(), await reminds()]).toEqual([{ kind: 'steps_due', isStopped: true }, false])
  await until(7)
  await remind()
  expect([(await reminders(person)).length, (await reminders(other)).length]).toEqual([1, 2])
  // They come again when the person wants them.
  for (const isStopped of [false, true]) {
    expect(await visitor.call(stopMails, { body: { token, isStopped } })).toEqual({ kind: 'steps_due', isStopped })
    expect(await reminds()).toBe(!isStopped)
  }
  await person.client.call(nextSteps.changeNextStepSettings, { body: { mailReminders: true } })
  expect([await read(), await reminds()]).toEqual([{ kind: 'steps_due', isStopped: false }, true])

  const refused = async (wrong: string) => {
    await expectRefused(mailStop, [visitor, { query: { token: wrong } }, 400, 'invalid_token'])
    await expectRefused(stopMails, [visitor, { body: { token: wrong, isStopped: true } }, 400, 'invalid_token'])
    const posted = await fetch(`${world.url}/mails/stop?token=${wrong}`, { method: 'POST', headers, body: oneClick })
    expect(posted.status).toBe(400)
  }
  for (const wrong of ['', 'nothing', `x${token}`, `${token.slice(0, -2)}AA`]) await refused(wrong)
  await world.control({ advance: 'P58D' })
  expect(await read()).toEqual({ kind: 'steps_due', isStopped: false })
  await world.control({ advance: 'P2D' })
  await refused(token)
})

it('a mail a day has all that is due, and another for a step with another day', async () => {
  const today = await until(20)
  const tomorrow = dayAfter(today)
  const person = await personThere()
  const anna = await add(person, 'Call Anna', tomorrow)
  await add(person, 'Send the offer', tomorrow)
  await add(person, 'Later', dayAfter(dayAfter(tomorrow)))
  const done = await add(person, 'Done already', tomorrow)
  await change(person, done.id, { state: 'done' })
  await until(8)
  await remind()
  const [mail, ...more] = await reminders(person)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('2 next steps due today')
  expect(mail?.text).toContain('Mark as Done: Call Anna')
  expect(mail?.text).toContain('Mark as Done: Send the offer')
  expect(mail?.text).not.toMatch(/Later|Done already/)
  await change(person, anna.id, { dueOn: dayAfter(tomorrow) })
  await remind()
  expect(await reminders(person)).toHaveLength(1)
  await until(8)
  await remind()
  expect((await reminders(person)).map(({ subject }) => subject)).toContain('Due today: Call Anna')
})

it('a reminder goes by what step and person are when it is mailed', async () => {
  const today = await until(8)
  const person = await personThere()
  const [moved, renamed] = [await add(person, 'Moved', today), await add(person, 'Old words', today)]
  const people = await Promise.all([personThere(), personThere(), personThere()])
  for (const one of people) await add(one, 'Call Anna', today)
  const [leaver, quiet, renewed] = people
  const newAddress = { ...renewed, email: `new.${renewed.email}` }
  await remindAfter(async () => {
    await change(person, moved.id, { dueOn: dayAfter(today) })
    await change(person, renamed.id, { title: 'New words', note: 'Said later' })
    await leaver.client.call(deleteAccount, { body: { currentPassword: password } })
    await quiet.client.call(nextSteps.changeNextStepSettings, { body: { mailReminders: false } })
    await world.sql('update users set email = $2 where id = $1', [renewed.id, newAddress.email])
  })
  const [mail, ...more] = await reminders(person)
  expect([more, mail?.subject]).toEqual([[], 'Due today: New words'])
  expect(mail?.text).toContain('Said later')
  const counts = await Promise.all([...people, newAddress].map(async (one) => (await reminders(one)).length))
  expect(counts).toEqual([0, 0, 0, 1])
  const reminded = await world.sql('select reminded_of from next_step where id = $1', [moved.id])
  expect(reminded).toEqual([{ reminded_of: null }])
  await until(8)
  await remind()
  const subjects = (await reminders(person)).map(({ subject }) => subject)
  expect(subjects).toEqual(['Due today: Moved', 'Due today: New words'])
})

it('a link marks the step as done without signing in, and nothing else', tags('D201'), async () => {
  const today = await until(20)
  const [person, other] = [await personThere(), await personThere()]
  const step = await add(person, 'Call Anna', dayAfter(today))
  const foreign = await add(other, 'Untouched', dayAfter(today))
  await until(7)
  await remind()
  const token = tokenIn((await reminders(person))[0])
  const visitor = world.visitor()
  const states = () => world.sql('select state from next_step where id = any($1) order by id', [[step.id, foreign.id]])
  const readStep = () => visitor.call(nextSteps.mailedStep, { query: { token } })
  const finish = (isDone: boolean) => visitor.call(nextSteps.finishMailedStep, { body: { token, isDone } })
  const refused = async (wrong: string) => {
    await expectRefused(nextSteps.mailedStep, [visitor, { query: { token: wrong } }, 400, 'invalid_token'])
    const input = { body: { token: wrong, isDone: true } }
    await expectRefused(nextSteps.finishMailedStep, [visitor, input, 400, 'invalid_token'])
  }
  // Opening the link changes nothing (D201).
  expect(await readStep()).toEqual({ title: 'Call Anna', isDone: false })
  expect(await states()).toEqual([{ state: 'open' }, { state: 'open' }])
  for (const _again of [1, 2]) expect(await finish(true)).toEqual({ title: 'Call Anna', isDone: true })
  expect(await states()).toEqual([{ state: 'done' }, { state: 'open' }])
  expect(await readStep()).toEqual({ title: 'Call Anna', isDone: true })
  await finish(false)
  expect(await states()).toEqual([{ state: 'open' }, { state: 'open' }])
  for (const wrong of [`${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`, 'nothing', ''])
    await refused(wrong)
  await person.client.call(nextSteps.deleteNextStep, { params: { id: step.id } })
  await refused(token)
  // Nor does it do anything once its person has left.
  const others = tokenIn((await reminders(other))[0])
  await other.client.call(deleteAccount, { body: { currentPassword: password } })
  await refused(others)
  expect(await states()).toEqual([{ state: 'open' }])
})
