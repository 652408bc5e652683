import type { Input } from '#contract/call.ts'
import * as saved from '#contract/messages/saved-answers.ts'
import { actsOn, expect, expectRefused, it, ownWorld, platformAdmin, staffMember, tags } from '#tests/calls.ts'
import { expectWrong } from '../../kit/world/wrong-fields.ts'

const world = await ownWorld()
const [ada, grace] = [await platformAdmin(world), await staffMember(world, 'support')]

const words = { title: 'Invoice', message: 'Hi {firstName}, it is on your account page.' }
const create = (title: string, by = ada) => by.client.call(saved.createSavedAnswer, { body: { ...words, title } })
const change = (id: string, body: Input<typeof saved.changeSavedAnswer>['body'], by = ada) =>
  by.client.try(saved.changeSavedAnswer, { params: { id }, body })

it('support keeps saved answers, recorded without their text', tags('D153'), async () => {
  const { id } = await create('Bills', grace)
  const titles = (await ada.client.call(saved.savedAnswers)).map(({ title }) => title)
  expect(titles).toEqual(['Bills', 'Minutes credited back'])
  const body = { title: 'Where the invoice is', message: 'Hello {firstName}!' }
  expect((await change(id, body, grace)).body).toMatchObject({ id, ...body })
  await grace.client.call(saved.deleteSavedAnswer, { params: { id } })
  expect(await world.sql('select from saved_answer where id = $1', [id])).toEqual([])
  const acts = await actsOn(ada, 'saved_answer', id)
  const done = ['saved_answer.delete', 'saved_answer.change', 'saved_answer.create']
  expect(acts.map(({ action, adminId }) => [action, adminId])).toEqual(done.map((action) => [action, grace.id]))
  expect(JSON.stringify(acts)).not.toContain('{firstName}')
})

it("a colleague's change is kept, and the same field refused", tags('D187'), async () => {
  const { id } = await create('Delays')
  const [text, present] = [{ message: 'Sorry for the wait.' }, { title: 'Late answers' }]
  await change(id, { ...present, before: { title: 'Delays' } })
  const merged = await change(id, { ...text, before: { message: words.message } })
  expect(merged.body).toMatchObject({ ...present, ...text })
  const late = { params: { id }, body: { title: 'Waiting', before: { title: 'Delays' } } }
  await expectRefused(saved.changeSavedAnswer, [ada, late, 409, { code: 'changed_meanwhile', present }])
  const stored = await world.sql('select title, message from saved_answer where id = $1', [id])
  expect(stored).toEqual([{ ...present, ...text }])
})

it('one title is given once, however many colleagues save at the same time', async () => {
  const made = await Promise.all(['Opening hours', 'Holidays', 'Parking'].map((title) => create(title)))
  const replies = await Promise.all(made.map(({ id }) => change(id, { ...words, title: 'Visits' })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

it('empty, long, taken and unknown answers are refused, and one too many', async () => {
  await create('Invoice')
  const other = await create('Refunds')
  await expectWrong(
    saved.createSavedAnswer,
    ada,
    { body: words },
    {
      title: [' ', 'x'.repeat(81), 'two\nlines'],
      message: ['', 'x'.repeat(5001)],
    },
  )
  const taken = { code: 'title_taken', field: 'title' }
  await expectRefused(saved.createSavedAnswer, [ada, { body: { ...words, title: 'INVOICE' } }, 409, taken])
  const params = { id: crypto.randomUUID() }
  await expectRefused(
    saved.changeSavedAnswer,
    [ada, { params: { id: other.id }, body: words }, 409, 'title_taken'],
    [ada, { params, body: words }, 404, 'answer_not_found'],
  )
  await expectRefused(saved.deleteSavedAnswer, [ada, { params }, 404, 'answer_not_found'])
  await world.sql(
    `insert into saved_answer (title, message, updated_at) select 'More ' || n, 'x', now()
     from generate_series(1, 100 - (select count(*) from saved_answer)) as n`,
  )
  const more = { body: { ...words, title: 'One more' } }
  await expectRefused(saved.createSavedAnswer, [ada, more, 409, 'too_many_answers'])
})
