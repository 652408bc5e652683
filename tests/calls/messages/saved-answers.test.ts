import type { Input } from '#contract/call.ts'
import * as saved from '#contract/messages/saved-answers.ts'
import { actsOn, expect, it, ownWorld, platformAdmin, staffMember } from '#tests/calls.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const words = { title: 'Invoice', message: 'Hi {firstName}, it is on your account page.' }

it('support keeps saved answers for the team, and each change is recorded without its text (D153 [S])', async () => {
  const grace = await staffMember(world, 'support')
  const created = await grace.client.try(saved.createSavedAnswer, { body: words })
  expect(created).toMatchObject({ status: 201, body: words })
  const { id } = created.body
  expect((await ada.client.call(saved.savedAnswers)).map(({ title }) => title)).toEqual([
    'Invoice',
    'Minutes credited back',
  ])
  const body = { title: 'Where the invoice is', message: 'Hello {firstName}!' }
  expect(await grace.client.call(saved.changeSavedAnswer, { params: { id }, body })).toMatchObject({ id, ...body })
  await grace.client.call(saved.deleteSavedAnswer, { params: { id } })
  expect(await world.sql('select from saved_answer where id = $1', [id])).toEqual([])
  const acts = await actsOn(ada, 'saved_answer', id)
  expect(acts.map(({ action, adminId }) => [action, adminId])).toEqual([
    ['saved_answer.delete', grace.id],
    ['saved_answer.change', grace.id],
    ['saved_answer.create', grace.id],
  ])
  expect(JSON.stringify(acts)).not.toContain('{firstName}')
})

it('a colleague’s change is kept: other fields are saved beside it, the same one is refused with theirs (D187)', async () => {
  const { id } = await ada.client.call(saved.createSavedAnswer, { body: { ...words, title: 'Delays' } })
  const change = (body: Input<typeof saved.changeSavedAnswer>['body']) =>
    ada.client.try(saved.changeSavedAnswer, { params: { id }, body })
  await change({ title: 'Late answers', before: { title: 'Delays' } })
  const text = { message: 'Sorry for the wait.' }
  expect((await change({ ...text, before: { message: words.message } })).body).toMatchObject({
    title: 'Late answers',
    ...text,
  })
  expect(await change({ title: 'Waiting', before: { title: 'Delays' } })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', present: { title: 'Late answers' } },
  })
  const stored = await world.sql('select title, message from saved_answer where id = $1', [id])
  expect(stored).toEqual([{ title: 'Late answers', ...text }])
  await ada.client.call(saved.deleteSavedAnswer, { params: { id } })
})

it('gives one title once, however many colleagues save at the same time', async () => {
  const titles = ['Opening hours', 'Holidays', 'Parking']
  const made = await Promise.all(
    titles.map((title) => ada.client.call(saved.createSavedAnswer, { body: { ...words, title } })),
  )
  const replies = await Promise.all(
    made.map(({ id }) =>
      ada.client.try(saved.changeSavedAnswer, { params: { id }, body: { ...words, title: 'Visits' } }),
    ),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await Promise.all(made.map(({ id }) => ada.client.call(saved.deleteSavedAnswer, { params: { id } })))
})

it('refuses what is empty, too long, named twice, one too many, and unknown; readers change nothing', async () => {
  await ada.client.call(saved.createSavedAnswer, { body: words })
  const create = (body: object, by = ada) => by.client.request('POST', '/api/admin/saved-answers', body)
  for (const [field, value] of [
    ['title', ' '],
    ['title', 'x'.repeat(81)],
    ['title', 'two\nlines'],
    ['message', ''],
    ['message', 'x'.repeat(5001)],
  ] as const)
    expect(await create({ ...words, [field]: value })).toMatchObject({ status: 400, body: { field } })
  expect(await create({ ...words, title: 'INVOICE' })).toMatchObject({
    status: 409,
    body: { code: 'title_taken', field: 'title' },
  })
  const other = await create({ ...words, title: 'Refunds' })
  const renamed = await ada.client.try(saved.changeSavedAnswer, { params: { id: String(other.body.id) }, body: words })
  expect(renamed).toMatchObject({ status: 409, body: { code: 'title_taken' } })
  const params = { id: crypto.randomUUID() }
  expect((await ada.client.try(saved.changeSavedAnswer, { params, body: words })).body.code).toBe('answer_not_found')
  expect((await ada.client.try(saved.deleteSavedAnswer, { params })).body.code).toBe('answer_not_found')
  const reader = await staffMember(world, 'read_only')
  expect((await reader.client.call(saved.savedAnswers)).length).toBeGreaterThan(1)
  expect((await create(words, reader)).status).toBe(403)
  await world.sql(
    `insert into saved_answer (title, message, updated_at) select 'More ' || n, 'x', now()
     from generate_series(1, 100 - (select count(*) from saved_answer)) as n`,
  )
  expect(await create({ ...words, title: 'One more' })).toMatchObject({
    status: 409,
    body: { code: 'too_many_answers' },
  })
})
