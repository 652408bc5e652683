import { describe, expect, it } from 'vitest'
import { readPeople } from './read-people.ts'

const person = (email: string, firstName = '', lastName = '') => ({ email, firstName, lastName })

describe('a list of people (D118)', () => {
  it('is read without headings as e-mail, first name, last name', () => {
    expect(readPeople('ada@x.test, Ada, Lovelace\r\n\nbob@x.test\n')).toEqual([
      person('ada@x.test', 'Ada', 'Lovelace'),
      person('bob@x.test'),
    ])
  })

  it('is read by its headings, in any order and with other columns', () => {
    const text = '\uFEFFLast Name;Team;E-Mail;First name\nLovelace;"R; D";ada@x.test;Ada\n'
    expect(readPeople(text)).toEqual([person('ada@x.test', 'Ada', 'Lovelace')])
  })

  it('may come from a spreadsheet, with quoted cells', () => {
    expect(readPeople('Email\tFirst name\nada@x.test\tAda\n')).toEqual([person('ada@x.test', 'Ada')])
    expect(readPeople('"ada@x.test","Ada ""Countess""","Love, Lace"')).toEqual([
      person('ada@x.test', 'Ada "Countess"', 'Love, Lace'),
    ])
  })

  it('reads a line of addresses as that many people, and finds an address after the names', () => {
    expect(readPeople('a@x.test; b@x.test; c@x.test')).toEqual([
      person('a@x.test'),
      person('b@x.test'),
      person('c@x.test'),
    ])
    expect(readPeople('Ada,Lovelace,ada@x.test')).toEqual([person('ada@x.test', 'Ada', 'Lovelace')])
  })

  it('keeps an invalid address, so that its row can say so, and finds nobody in an empty list', () => {
    expect(readPeople('ada,Ada')).toEqual([person('ada', 'Ada')])
    expect(readPeople('"ada@x.test')[0]?.email).toContain('ada@x.test')
    expect(readPeople(' \n\t\n')).toEqual([])
    expect(readPeople('Email,First name\n')).toEqual([])
  })
})
