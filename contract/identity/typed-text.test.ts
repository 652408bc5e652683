import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '../index.ts'
import type { Schema } from '../call.ts'
import { emailField } from './fields.ts'
import { normalizeAddress, readableAddress } from './typed-address.ts'
import { normalizePassword, normalizeText, searchable } from './typed-text.ts'

it.each([
  ['Ana@Luna.Example', 'ana@luna.example'],
  ['\u200B ana@luna.example\u00A0\uFEFF', 'ana@luna.example'],
  ['\u202Aana@luna.example\u202C', 'ana@luna.example'],
  ['info@firma.xn--p1ai', 'info@firma.xn--p1ai'],
  ['info@фирма.рф', 'info@xn--80apmps.xn--p1ai'],
  ['info@Bu\u0308cher.example', 'info@xn--bcher-kva.example'],
  ['info@例え。jp', 'info@xn--r8jz45g.jp'],
])('keeps the address %j as %s (D200, D12)', (typed, kept) => {
  expect(z.parse(emailField, typed)).toBe(kept)
})

it.each([
  ['', 'Email is required'],
  ['\u200B', 'Email is required'],
  ...['ana', 'ana@luna', 'a@b@luna.example', '@luna.example', 'ana@bücher', 'ana@xn--a.example', 'ana@ü/b.example'].map(
    (typed) => [typed, 'Valid email is required'],
  ),
  [`${'a'.repeat(250)}@b.example`, 'Valid email is required'],
  [
    'a\u200Bna@luna.example',
    'There is an invisible character (zero-width space, U+200B) after “a”. Please delete it, or type the address again.',
  ],
  [
    'ana@lu\u2066na.example',
    'There is an invisible character (U+2066) after “ana@lu”. Please delete it, or type the address again.',
  ],
])('refuses the address %j: %s (D200, D12)', (typed, message) => {
  expect(z.safeParse(emailField, typed).error?.issues.map((issue) => issue.message)).toContain(message)
})

it.each([
  ['info@xn--bcher-kva.example', 'info@bücher.example'],
  ['info@firma.xn--p1ai', 'info@firma.рф'],
  ['ana@luna.example', 'ana@luna.example'],
  // A Cyrillic letter among Latin ones, and labels that are no Punycode.
  ['info@xn--pypal-4ve.example', 'info@xn--pypal-4ve.example'],
  ['info@xn--a.example', 'info@xn--a.example'],
])('shows the address %s as %s, which leads back to it (D200)', (kept, shown) => {
  expect(readableAddress(kept)).toBe(shown)
  expect(shown === kept || normalizeAddress(shown) === kept).toBe(true)
})

it('composes names, and counts one that cannot be seen as missing (D200)', () => {
  expect(normalizeText(' Zoe\u0308\u200B ')).toBe('Zoë')
  expect(['\u3164', '\u2800 \u200B', '\u00AD', '\uFE0F'].map(normalizeText)).toEqual(['', '', '', ''])
  // Joiners and variation selectors change what they are part of.
  expect(normalizeText('👩‍💻 ❤️ می‌خواهم')).toBe('👩‍💻 ❤️ می‌خواهم')
})

it('takes no time for what nobody types (D200)', () => {
  const marks = `a${'\u0300'.repeat(20_000)}${'\u0316'.repeat(20_000)}`
  const startedAt = performance.now()
  // A byte order mark is white space, too.
  for (const text of [`\u3164${'\uFEFF'.repeat(28)}x`, marks, `ana@${marks}.example`]) {
    for (const form of [normalizeText, normalizeAddress, normalizePassword, searchable]) form(text)
  }
  expect(performance.now() - startedAt).toBeLessThan(1000)
  expect(normalizeText(marks)).toBe(`à${'\u0300'.repeat(29)}`)
})

it('searches without case, accents and compositions (D200)', () => {
  expect(searchable('JOSÉ Jose\u0301 Ångström Łódź Søren ﬁn')).toBe('jose jose angstrom lodz soren fin')
})

interface Field {
  place: string
  name: string
  schema: Schema
}

type Definition = { type: string; shape?: Record<string, Schema>; options?: readonly Schema[] } & {
  [Part in 'element' | 'innerType' | 'in' | 'out']?: Schema
}

/** Returns the texts in a schema, by the names of their fields. */
function textsOf(schema: Schema, place: string, name = ''): Field[] {
  const def = schema._zod.def as unknown as Definition
  if (def.type === 'string') return [{ place, name, schema }]
  const fields = Object.entries(def.shape ?? {}).flatMap(([key, part]) => textsOf(part, `${place}.${key}`, key))
  const parts = [...(def.options ?? []), def.element, def.innerType, def.in, def.out].filter(
    (part) => part !== undefined,
  )
  return [...fields, ...parts.flatMap((part) => textsOf(part, place, name))]
}

const inputs = calls.flatMap(({ name, call }) => [
  ...(call.body ? textsOf(call.body, name) : []),
  ...(call.query ? textsOf(call.query, name) : []),
])
const answers = calls.flatMap(({ name, call }) => textsOf(call.answer, name))

/** Returns the places of fields that do not turn the text into one of these; undefined stands for a refusal. */
function unlike(fields: Field[], text: string, wanted: readonly (string | undefined)[]): string[] {
  expect(fields.length).toBeGreaterThan(5)
  return fields
    .filter(({ schema }) => !wanted.includes(z.safeParse(schema, text).data as string | undefined))
    .map(({ place }) => place)
}

it('takes addresses in one form in every call, and answers with the readable one (D200)', () => {
  const isAddress = ({ name }: Field) => /email$/i.test(name)
  const odd = unlike(inputs.filter(isAddress), '\u200BInfo@Bu\u0308cher.example ', ['info@xn--bcher-kva.example'])
  expect(odd).toEqual([
    // They have no effect, are judged row by row, and are evidence for the bank.
    'createOrganizationPayment.customerEmail',
    'bulkInvite.rows.email',
    'saveEvidence.evidence.customerEmail',
  ])
  // Evidence is for the bank, and the panel shows settings readable by itself.
  const shown = answers.filter((field) => isAddress(field) && !/\.(evidence|defaults)\./.test(field.place))
  expect(unlike(shown, 'info@xn--bcher-kva.example', ['info@bücher.example'])).toEqual([])
})

it('takes new passwords in one form in every call, and others as typed (D200)', () => {
  const passwords = inputs.filter(({ name }) => /password$/i.test(name))
  const odd = unlike(passwords, 'Schlu\u0308ssel-Wort 77', ['Schl\u00FCssel-Wort 77'])
  expect(odd.filter((place) => !/(^login\.password|\.currentPassword)$/.test(place))).toEqual([])
})

it('takes names in one form in every call, and none that cannot be seen (D200)', () => {
  // Names of files stay as they are, and the others as above.
  const odd = /^(createOrganizationPayment|bulkInvite\.rows|saveEvidence\.file)\./
  const isName = ({ name, schema }: Field) => /name$/i.test(name) && !('format' in schema._zod.def)
  const names = inputs.filter((field) => isName(field) && !odd.test(field.place))
  expect(unlike(names, ' Zoe\u0308', ['Zoë'])).toEqual([])
  expect(unlike(names, '\u3164\u200B', [undefined, ''])).toEqual([])
})
