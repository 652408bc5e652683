import { describe, expect, it } from 'vitest'
import { allowed, formatsItself, isProduct, ownFormats, sharedTexts } from './quantities.ts'
import { codeOf, readProject } from './source-files.ts'

const product = codeOf(readProject()).filter(({ name }) => isProduct(name))

describe('amounts, times and dates (S055, S306, S307, D160)', () => {
  it('are written only by the formatters', () => {
    const found = product.flatMap((file) => formatsItself(file).map((text) => `${file.name}: ${text}`))
    expect(found).toEqual([])
  })

  it('have no exception that nothing needs', () => {
    const needed = product.filter(({ name, text }) => name in allowed && ownFormats(text).length > 0)
    expect(needed.map(({ name }) => name).toSorted()).toEqual(Object.keys(allowed).toSorted())
  })

  it.each([
    'minutes.toFixed(2)',
    "total.toLocaleString('en-US')",
    "new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })",
    "String(seconds % 60).padStart(2, '0')",
    '`${formatMinutes(balance)} minutes`',
    '<b>{formatMinutes(seconds / 60)}&nbsp;min</b>',
    '`${offer.minutes} minutes`',
    '<p>{platformAccess.monthlyMinutes} minutes a month</p>',
    '{usedSeconds} s',
    '`${Math.round(ms / 1000)} s`',
    '`${Math.floor(seconds / 60)}:${seconds % 60}`',
  ])('is refused: %s', (text) => {
    expect(ownFormats(text)).not.toEqual([])
  })

  it.each([
    '`${minutesText(balance)} left`',
    '{formatDuration(usedSeconds)} with {name}',
    "{ title: 'Minutes', cell: ({ minutes }) => formatMinutes(minutes) }",
    'const seconds = Math.round(minutes * 60)',
    '`${countText(people, "person", "people")}`',
    '`at most ${deletionWaitDays} days`',
  ])('passes: %s', (text) => {
    expect(ownFormats(text)).toEqual([])
  })

  it('are alone in their element, so that they change in a translated page, too', { tags: ['D203'] }, () => {
    const screens = product.filter(({ name }) => /^web\/(?!screens\/admin\/).*\.tsx$/.test(name))
    const found = screens.flatMap((file) => sharedTexts(file).map((text) => `${file.name}: ${text}`))
    expect(found).toEqual([])
  })

  it.each([
    ['<p><i />{formatDuration(s)}</p>', 1],
    ['<p>{countText(n, "step")} left</p>', 1],
    ["<p>{name}{isOld && (', edited')}</p>", 1],
    ['<p>{name}{isOld && <> from <b /></>}</p>', 1],
    ['function Left() {\n  return formatDuration(s)\n}', 1],
    ['<p>\n  {formatDuration(s)}\n</p>', 0],
    ['<p>{`${countText(n, "step")} left`}</p>', 0],
    ['<p><i />{isOld && <b>old</b>}<span>{formatCount(n)}</span>{a ? <b /> : null}</p>', 0],
  ])('share an element or not: %s', (text, count) => {
    expect(sharedTexts({ name: 'a.tsx', text })).toHaveLength(count)
  })
})
