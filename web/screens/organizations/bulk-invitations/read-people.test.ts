import { expect, it } from 'vitest'
import { readPeople } from './read-people.ts'

const person = (email: string, firstName = '', lastName = '') => ({ email, firstName, lastName })
const ada = person('ada@x.test', 'Ada', 'Lovelace')

it.each([
  ['without headings', 'ada@x.test, Ada, Lovelace\r\n\nbob@x.test\n', [ada, person('bob@x.test')]],
  ['by its headings', '\uFEFFLast Name;Team;E-Mail;First name\nLovelace;"R; D";ada@x.test;Ada\n', [ada]],
  ['from a spreadsheet', 'Email\tFirst name\nada@x.test\tAda\n', [person('ada@x.test', 'Ada')]],
  ['with quotes', '"ada@x.test","Ada ""A""","Love, Lace"', [person('ada@x.test', 'Ada "A"', 'Love, Lace')]],
  ['as one line of addresses', 'a@x.test; b@x.test', [person('a@x.test'), person('b@x.test')]],
  ['with the address after the names', 'Ada,Lovelace,ada@x.test', [ada]],
  ['with an invalid address, so that its row can say so', 'ada,Ada', [person('ada', 'Ada')]],
  ['as empty', ' \n\t\n', []],
  ['as empty below its headings', 'Email,First name\n', []],
])('a list of people is read %s (D118)', (_how, text, people) => {
  expect(readPeople(text)).toEqual(people)
})

it('a quote that never ends hides no address (D118)', () => {
  expect(readPeople('"ada@x.test')[0]?.email).toContain('ada@x.test')
})
