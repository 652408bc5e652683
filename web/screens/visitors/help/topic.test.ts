import { describe, expect, it } from 'vitest'
import { findAnswers, partsOf } from './topic.ts'
import { topics } from './topics.ts'

const found = (words: string) => findAnswers(topics, words).flatMap(({ questions }) => questions.map(({ id }) => id))
const all = topics.flatMap(({ questions }) => questions)

describe('the answers of the help page', () => {
  it('have addresses of their own, distinct from those of the topics', () => {
    const ids = [...topics.map(({ id }) => id), ...all.map(({ id }) => id)]
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
  })

  it('have links that lead to pages of this site, and no marks left over', () => {
    for (const { answer } of all)
      for (const { text, href } of partsOf(answer)) {
        expect(text).not.toMatch(/[[\]]/)
        if (href) expect(href).toMatch(/^\/[a-z#]/)
      }
  })

  it('are cut into text and links', () => {
    expect(partsOf('Under [Account](/account), press it.')).toEqual([
      { text: 'Under ', href: null },
      { text: 'Account', href: '/account' },
      { text: ', press it.', href: null },
    ])
  })
})

it.each([
  ['REFUND minutes', 'refunds'],
  ['microphone', 'microphone'],
  ['mic', 'microphone'],
  ['top up', 'auto-purchase'],
  ['spacebar', 'keys'],
  ['privacy', 'privacy'],
  ['seat', 'seats'],
  ['delete', 'delete-account'],
])('searching finds what people call %s', (words, id) => {
  expect(found(words)).toContain(id)
})

it('searching finds every question without words, wants all words and does not read addresses', () => {
  expect(found('  ')).toHaveLength(all.length)
  expect([found('refund zebra'), found('organization-info')]).toEqual([[], []])
})
