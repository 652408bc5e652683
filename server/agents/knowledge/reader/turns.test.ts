import { expect, it } from 'vitest'
import { Turns } from './jail.ts'

it('does one piece of work at a time, and owners take turns', async () => {
  const [turns, done] = [new Turns(), [] as string[]]
  let running = 0
  const take = (owner: string, name: string) =>
    turns.take(owner, async () => {
      running += 1
      await Promise.resolve()
      done.push(`${name}${running}`)
      running -= 1
      if (name === 'a2') throw new Error('This one fails.')
      return name
    })
  const pieces = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b', 'b1'), take('c', 'c1')]
  const results = await Promise.allSettled(pieces)
  expect(done).toEqual(['a11', 'b11', 'a21', 'c11', 'a31'])
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true])
  expect(await take('a', 'a4')).toBe('a4')
})
