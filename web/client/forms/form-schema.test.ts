import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { field, knowField, labelOf } from '#contract/field-words.ts'
import { requiredText } from '#contract/required-text.ts'
import { formSchemaOf } from './form-schema.ts'

const body = z.object({
  name: field(requiredText('Name', 40), { label: 'Full name' }),
  note: z.optional(z.nullable(z.string())),
  minutes: z.optional(z.int({ error: 'Please enter a number' })),
  level: z._default(z.enum(['low', 'high'], { error: 'Please choose' }), 'low'),
  isOpen: z._default(z.boolean(), true),
})
const save = call('POST /api/things', { who: 'anyone', summary: '', body, answer: z.object({}) })
const names = Object.keys(body.shape)
const empty = { name: 'Ada', note: '', minutes: '', level: '', isOpen: false }

it('an empty control of a new thing means nothing, null or the default', () => {
  const values = z.parse(formSchemaOf(save, names, false), empty)
  expect(values).toEqual({ name: 'Ada', note: null, minutes: undefined, level: 'low', isOpen: false })
})

it('a form over known values needs every field that the call may leave out', () => {
  const { error } = z.safeParse(formSchemaOf(save, names, true), { ...empty, name: ' ' })
  const messages = error?.issues.map(({ path, message }) => [path[0], message])
  expect(messages).toEqual([
    ['name', 'Name is required'],
    ['minutes', 'Please enter a number'],
    ['level', 'Please choose'],
  ])
})

it('numbers are read from text', () => {
  expect(z.parse(formSchemaOf(save, ['minutes'], true), { minutes: '12' })).toEqual({ minutes: 12 })
})

it('a field keeps its words, limit and start value inside its wrappers', () => {
  expect(labelOf(body, 'name')).toBe('Full name')
  expect(knowField(z.optional(body.shape.name))).toMatchObject({ maxLength: 40, isOptional: true })
  expect(knowField(body.shape.level)).toMatchObject({ start: 'low', isOptional: false })
})
