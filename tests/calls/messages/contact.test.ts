import * as contact from '#contract/messages/contact.ts'
import { communications } from '#contract/messages/messages.ts'
import { readPersonalData } from '#server/departure/personal-data.ts'
import { findPerson } from '#server/identity/users.ts'
import { deleteOldContacts, eraseContacts } from '#server/messages/contact-messages.ts'
import { expect, expectRefused, it, organization, platformAdmin, queuedMails, registered } from '#tests/calls.ts'
import { sharedWorld, tags } from '#tests/calls.ts'

// The address of the team is a setting, which is taken back.
const world = await sharedWorld()

let count = 0
const written = (more: object = {}) => ({
  name: 'Sam Stranger',
  email: `sam${++count}.${process.pid}@away.test`,
  message: 'I cannot sign in.\nWhat now?',
  ...more,
})
const send = (body: ReturnType<typeof written>, by = world.visitor()) => by.call(contact.sendContact, { body })
const rowsOf = (email: string) =>
  world.sql('select name, message, answer, answered_by from contact_message where email = $1', [email])

it("a stranger's message is stored, and the team notified", tags('D177'), async () => {
  await world.sql(
    "insert into platform_setting (setting_key, setting_value, updated_at) values ('supportEmail', $1, now())",
    [JSON.stringify('team@luna.test')],
  )
  const body = written()
  expect(await send(body)).toEqual({ success: true })
  const unanswered = { answer: null, answered_by: null }
  expect(await rowsOf(body.email)).toEqual([{ name: 'Sam Stranger', message: body.message, ...unanswered }])
  const told = await queuedMails(world, 'team@luna.test')
  await world.sql("delete from platform_setting where setting_key = 'supportEmail'")
  expect(told.map(({ subject }) => subject)).toContain('A message from the contact page')
  expect(told.map(({ text }) => text).join()).not.toContain(body.message)
})

it("a person's message is among their own, with or without access", tags('D177'), async () => {
  const firm = await organization(world)
  await world.sql("update organization set subscription_status = 'canceled' where id = $1", [firm.id])
  for (const person of [await registered(world), firm.owner]) {
    const body = written()
    await send(body, person.client)
    expect(await rowsOf(body.email)).toEqual([])
    const own = { fromUserId: person.id, audience: 'admins', subject: 'From the contact page', message: body.message }
    expect(await person.client.call(communications)).toMatchObject([own])
  }
})

it('a message of a bot is dropped without saying so, and wrong ones are refused', tags('D177'), async () => {
  const body = written({ website: 'https://spam.example' })
  expect(await send(body)).toEqual({ success: true })
  for (const [wrong, message] of [
    [{ name: ' ' }, 'Name is required'],
    [{ name: 'Sam\nBcc: all@x.test' }, 'Please use a single line without control characters'],
    [{ email: 'sam' }, 'Valid email is required'],
    [{ message: '' }, 'Message is required'],
    [{ message: 'x'.repeat(5001) }, 'Please use at most 5,000 characters'],
  ] as const) {
    const given = { body: { ...body, website: undefined, ...wrong } }
    const problem = { field: Object.keys(wrong)[0], message }
    await expectRefused(contact.sendContact, [world.visitor(), given, 400, problem])
  }
  expect(await rowsOf(body.email)).toEqual([])
})

it('the answer of an admin goes by mail, once, and is recorded', tags('D177'), async () => {
  const body = written()
  await send(body)
  const admin = await platformAdmin(world)
  const found = (await admin.client.call(contact.contactMessages)).find(({ email }) => email === body.email)
  expect(found).toMatchObject({ name: body.name, message: body.message, answer: null, answeredAt: null })
  const params = { id: found?.id ?? '' }
  const answer = 'Try a new password.'
  const answered = await admin.client.call(contact.answerContact, { params, body: { message: answer } })
  expect(answered).toMatchObject({ id: params.id, answer })
  expect(await rowsOf(body.email)).toMatchObject([{ answer, answered_by: admin.id }])
  const mails = await queuedMails(world, body.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['Our answer to your message'])
  for (const words of ['Hello,', answer, '/contact']) expect(mails[0]?.text).toContain(words)
  // Anybody can type any address, so nothing that they typed goes there (D193).
  for (const words of ['Sam', 'What now?']) expect(mails[0]?.text).not.toContain(words)
  await expectRefused(
    contact.answerContact,
    [admin, { params, body: { message: 'Once more.' } }, 409, 'already_answered'],
    [admin, { params: { id: crypto.randomUUID() }, body: { message: 'Who?' } }, 404, 'message_not_found'],
  )
  expect(await queuedMails(world, body.email)).toHaveLength(1)
  const acts = "select admin_id from admin_act where action = 'message.answer' and target_id = $1"
  expect(await world.sql(acts, [params.id])).toEqual([{ admin_id: admin.id }])
})

it("a message is exported and deleted with the address's owner, or after a year", tags('D28'), async () => {
  const person = await registered(world)
  const { database, clock } = world.services
  await send(written({ email: person.email }))
  const exported = async () => {
    const found = await findPerson(database.read, person.id)
    if (!found) throw new Error('gone')
    return (await readPersonalData(database.readLong, found)).contact_messages
  }
  expect(await exported()).toEqual([])
  await world.sql('update users set email_verified = true where id = $1', [person.id])
  expect(await exported()).toMatchObject([{ name: 'Sam Stranger', message: 'I cannot sign in.\nWhat now?' }])
  await database.write((tx) => eraseContacts(tx, person.email))
  expect(await rowsOf(person.email)).toEqual([])
  const old = written()
  await send(old)
  for (const [days, left] of [
    [364, 1],
    [366, 0],
  ] as const) {
    const later = new Date(clock.now().getTime() + days * 24 * 60 * 60_000)
    await database.write((tx) => deleteOldContacts(tx, later))
    expect(await rowsOf(old.email)).toHaveLength(left)
  }
})
