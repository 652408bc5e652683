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

  it('is read by its headings, in any order and with columns besides', () => {
    const text = '\uFEFFLast Name;Team;E-Mail;First name\nLovelace;"R; D";ada@x.test;Ada\n'
    expect(readPeople(text)).toEqual([person('ada@x.test', 'Ada', 'Lovelace')])
  })

  it('may come from a spreadsheet, and with quotes around cells', () => {
    expect(readPeople('Email\tFirst name\nada@x.test\tAda\n')).toEqual([person('ada@x.test', 'Ada')])
    expect(readPeople('"ada@x.test","Ada ""Countess""","Love, Lace"')).toEqual([
      person('ada@x.test', 'Ada "Countess"', 'Love, Lace'),
    ])
  })

  it('takes a line of addresses for as many people, and an address behind its names', () => {
    expect(readPeople('a@x.test; b@x.test; c@x.test')).toEqual([
      person('a@x.test'),
      person('b@x.test'),
      person('c@x.test'),
    ])
    expect(readPeople('Ada,Lovelace,ada@x.test')).toEqual([person('ada@x.test', 'Ada', 'Lovelace')])
  })

  it('keeps what is no address, so that its row can say so, and reads an empty list as nobody', () => {
    expect(readPeople('ada,Ada')).toEqual([person('ada', 'Ada')])
    expect(readPeople('"ada@x.test')[0]?.email).toContain('ada@x.test')
    expect(readPeople(' \n\t\n')).toEqual([])
    expect(readPeople('Email,First name\n')).toEqual([])
  })
})
