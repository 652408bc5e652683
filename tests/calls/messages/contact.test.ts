import * as contact from '#contract/messages/contact.ts'
import { communications } from '#contract/messages/messages.ts'
import { eraseContacts, deleteOldContacts } from '#server/messages/contact-messages.ts'
import { findPerson } from '#server/identity/users.ts'
import { readPersonalData } from '#server/departure/personal-data.ts'
import { describe, expect, expectRefused, it } from '#tests/calls.ts'
import { organization, ownWorld, platformAdmin, queuedMails, registered } from '#tests/calls.ts'

const world = await ownWorld()

let count = 0
const written = (more: object = {}) => ({
  name: 'Sam Stranger',
  email: `sam${++count}.${process.pid}@away.test`,
  message: 'I cannot sign in.\nWhat now?',
  ...more,
})
const rowsOf = (email: string) =>
  world.sql('select name, message, answer, answered_by from contact_message where email = $1', [email])

describe('POST /api/contact (D177)', () => {
  it("stores a stranger's message and notifies the team", async () => {
    await world.sql(
      "insert into platform_setting (setting_key, setting_value, updated_at) values ('supportEmail', $1, now())",
      [JSON.stringify('team@luna.test')],
    )
    const body = written()
    expect(await world.visitor().call(contact.sendContact, { body })).toEqual({ success: true })
    expect(await rowsOf(body.email)).toEqual([
      { name: 'Sam Stranger', message: body.message, answer: null, answered_by: null },
    ])
    const told = await queuedMails(world, 'team@luna.test')
    expect(told.map(({ subject }) => subject)).toContain('A message from the contact page')
    expect(told.map(({ text }) => text).join()).not.toContain(body.message)
  })

  it("adds a person's message to their own messages, with or without access", async () => {
    const firm = await organization(world)
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [firm.id])
    for (const person of [await registered(world), firm.owner]) {
      const body = written()
      expect((await person.client.try(contact.sendContact, { body })).status).toBe(201)
      expect(await rowsOf(body.email)).toEqual([])
      expect(await person.client.call(communications)).toMatchObject([
        { fromUserId: person.id, audience: 'admins', subject: 'From the contact page', message: body.message },
      ])
    }
  })

  it("drops a bot's message without saying so", async () => {
    const body = written({ website: 'https://spam.example' })
    expect(await world.visitor().call(contact.sendContact, { body })).toEqual({ success: true })
    expect(await rowsOf(body.email)).toEqual([])
  })

  it('refuses what is missing, long or no address', async () => {
    const body = written()
    for (const [wrong, field, message] of [
      [{ name: ' ' }, 'name', 'Name is required'],
      [{ name: 'Sam\nBcc: all@x.test' }, 'name', 'Please use a single line without control characters'],
      [{ email: 'sam' }, 'email', 'Valid email is required'],
      [{ message: '' }, 'message', 'Message is required'],
      [{ message: 'x'.repeat(5001) }, 'message', 'Please use at most 5,000 characters'],
    ] as const)
      await expectRefused(contact.sendContact, [
        world.visitor(),
        { body: { ...body, ...wrong } },
        400,
        { field, message },
      ])
    expect(await rowsOf(body.email)).toEqual([])
  })
})

describe('the answer of an admin (D177)', () => {
  it('goes by mail, once, and is recorded', async () => {
    const body = written()
    await world.visitor().call(contact.sendContact, { body })
    const admin = await platformAdmin(world)
    const found = (await admin.client.call(contact.contactMessages)).find(({ email }) => email === body.email)
    expect(found).toMatchObject({ name: body.name, message: body.message, answer: null, answeredAt: null })
    const params = { id: found?.id ?? '' }
    const answered = await admin.client.try(contact.answerContact, { params, body: { message: 'Try a new password.' } })
    expect(answered).toMatchObject({ status: 200, body: { id: params.id, answer: 'Try a new password.' } })
    expect(await rowsOf(body.email)).toMatchObject([{ answer: 'Try a new password.', answered_by: admin.id }])
    const mails = await queuedMails(world, body.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Our answer to your message'])
    for (const words of ['Hello Sam Stranger,', 'Try a new password.', 'What now?', '/contact'])
      expect(mails[0]?.text).toContain(words)
    await expectRefused(
      contact.answerContact,
      [admin, { params, body: { message: 'Once more.' } }, 409, 'already_answered'],
      [admin, { params: { id: crypto.randomUUID() }, body: { message: 'Who?' } }, 404, 'message_not_found'],
    )
    expect(await queuedMails(world, body.email)).toHaveLength(1)
    const acts = "select admin_id from admin_act where action = 'message.answer' and target_id = $1"
    expect(await world.sql(acts, [params.id])).toEqual([{ admin_id: admin.id }])
  })
})

describe('a stored message (D28)', () => {
  it("is exported and deleted with the address's owner, or after a year", async () => {
    const person = await registered(world)
    await world.visitor().call(contact.sendContact, { body: written({ email: person.email }) })
    const exported = async () => {
      const found = await findPerson(world.services.database.read, person.id)
      if (!found) throw new Error('gone')
      return (await readPersonalData(world.services.database.readLong, found)).contact_messages
    }
    expect(await exported()).toEqual([])
    await world.sql('update users set email_verified = true where id = $1', [person.id])
    expect(await exported()).toMatchObject([{ name: 'Sam Stranger', message: 'I cannot sign in.\nWhat now?' }])
    await world.services.database.write((tx) => eraseContacts(tx, person.email))
    expect(await rowsOf(person.email)).toEqual([])

    const old = written()
    await world.visitor().call(contact.sendContact, { body: old })
    const inAYear = (days: number) => new Date(world.services.clock.now().getTime() + days * 24 * 60 * 60_000)
    await world.services.database.write((tx) => deleteOldContacts(tx, inAYear(364)))
    expect(await rowsOf(old.email)).toHaveLength(1)
    await world.services.database.write((tx) => deleteOldContacts(tx, inAYear(366)))
    expect(await rowsOf(old.email)).toEqual([])
  })
})
