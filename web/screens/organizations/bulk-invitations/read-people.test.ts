import { expect, it } from 'vitest'
import { readListFile } from './list-file.ts'
import { readPeople } from './read-people.ts'

/** Returns the people in a file, each as email/first name/last name, then its note; or why it is refused. */
async function read(list: string | Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const file = await readListFile(new File([list], 'list'))
    const { people } = readPeople(file.list)
    const lines = people.map(({ email, firstName, lastName }) => [email, firstName, lastName].join('/'))
    return [...lines, ...(file.note === null ? [] : [file.note])].join(' ')
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

const ada = 'ada@x.test/Ada/Lovelace'
const two = `${ada} alan@x.test/Alan/Turing`
const zoe = 'z@x.test/Zoë/Müller'
const card = (lines: string) => `BEGIN:VCARD\r\n${lines.replaceAll('\n', '\r\n')}\r\nEND:VCARD\r\n`
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const windows = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const printable = 'CHARSET=utf-8;ENCODING=QUOTED-PRINTABLE'
const photo = `PHOTO;ENCODING=b;TYPE=JPEG:${'QUJD'.repeat(300_000)}==`

it.each([
  ['lines', 'ada@x.test, Ada, Lovelace\r\n\nbob@x.test\n', `${ada} bob@x.test//`],
  ['lines with a full name', 'ada@x.test, Ada Lovelace\nAlan Turing, alan@x.test', two],
  ['lines with the names first', 'Ada,Lovelace,ada@x.test\nAlan,Turing,alan@x.test', two],
  ['lines without separators', '1. Ada Lovelace ada@x.test\n- Alan Turing alan@x.test', two],
  ['lines with numbers', '1\tAda\tLovelace\tada@x.test\n2\tAlan\tTuring\talan@x.test', two],
  ['lines with a second address', 'Ada,Lovelace,ada@x.test,private@x.test', ada],
  ['quotes', '"ada@x.test","Ada ""A""","Love, Lace"', 'ada@x.test/Ada "A"/Love, Lace'],
  ['quote without an end', '"ada@x.test', 'ada@x.test//'],
  ['one line of addresses', 'a@x.test; b@x.test c@x.test', 'a@x.test// b@x.test// c@x.test//'],
  ['one line of names and addresses', 'Ada Lovelace, ada@x.test, Alan Turing, alan@x.test', two],
  ['cards of Teams', 'AL\nAda Lovelace\nOwner\nada@x.test\n\nAT\nAlan Turing\nMember\nalan@x.test', two],
  ['names above addresses', 'Ada Lovelace\nada@x.test\nAlan Turing\nalan@x.test', two],
  ['copied links', 'mailto:ada@x.test\nmailto:alan@x.test', 'ada@x.test// alan@x.test//'],
  ['invalid address', 'ada,Ada\na@b@x.test\nada@\nalan@x.test', 'ada/Ada/ a@b@x.test// ada@// alan@x.test//'],
  ['nothing', ' \n\t\n', ''],
  ['headings only', 'Email,First name\n', ''],
  ['no address', 'Ada,Lovelace\nAlan,Turing', 'This list has no email addresses. Add one for each person.'],

  ['Outlook recipients', 'Lovelace, Ada <ada@x.test>; Turing, Alan <alan@x.test>;', two],
  ['Outlook reply', "'Ada Lovelace' <mailto:ada@x.test>; 'alan@x.test'", `${ada} alan@x.test//`],
  ['names with addresses in parentheses', 'Lovelace, Ada (ada@x.test); Turing, Alan (alan@x.test)', two],
  ['Outlook, lines broken', 'Lovelace,\nAda <ada@x.test>;\n Turing,\n Alan <alan@x.test>', two],
  ['Outlook group', 'Distribution List Name:\tTeam\n\nMembers:\n\nAda Lovelace\tada@x.test', ada],
  ['Gmail recipients', 'Ada Lovelace <ada@x.test>, "Turing, Alan" <alan@x.test>, bob@x.test', `${two} bob@x.test//`],
  ['mail header', 'To: Ada Lovelace <ada@x.test>,\n\tAlan Turing <alan@x.test>\nCc: b@x.test', `${two} b@x.test//`],
  ['group of a mail', 'Team: Ada Lovelace <ada@x.test>, "Alan Turing (IT)" <alan@x.test>;', two],
  ['comment as name', 'ada@x.test (Ada Lovelace)\nalan@x.test (Alan Turing)', two],
  ['comments with commas', 'ada@x.test (Lovelace, Ada), alan@x.test (Turing, Alan)', two],
  ['quoted names without brackets', '“Lovelace, Ada” ada@x.test; "Turing, Alan" alan@x.test', two],
  ['labels', 'Undisclosed recipients:; ada@x.test\nEmail: bob@x.test', 'ada@x.test// bob@x.test//'],
  ['address as name', '"old@x.test" <ada@x.test>; ada <Ada>', 'ada@x.test// ada <Ada>//'],
  ['recipient without address', 'Ada Lovelace; Alan Turing <alan@x.test>', 'Ada Lovelace// alan@x.test/Alan/Turing'],

  ['headings in any order', '\uFEFFLast Name;Team;E-Mail;First name\nLovelace;"R; D";ada@x.test;Ada\n', ada],
  ['Excel, with its first line', 'sep=;\r\nE-Mail;Name\r\nada@x.test;Ada Lovelace\r\n', ada],
  ['spreadsheet', 'Email\tFirst name\tTeam\nada@x.test\tAda Maria\tR,D;X\n', 'ada@x.test/Ada Maria/'],
  ['pipes', '| Name | Email |\n| Ada Lovelace | ada@x.test |', ada],
  [
    'Outlook contacts',
    '"First Name","Last Name","E-mail Address","E-mail Type","E-mail Display Name","E-mail 2 Address"\r\n' +
      '"Ada","Lovelace","ada@x.test","SMTP","Ada (ada@x.test)","b@x.test"\r\n"Alan","Turing","alan@x.test",,,\r\nBo,Berg,,,,',
    `${two} /Bo/Berg`,
  ],
  ['second address alone', 'First Name,E-mail Address,E-mail 2 Address\nAda,,ada@x.test', 'ada@x.test/Ada/'],
  [
    'Google Contacts',
    'First Name,Last Name,File As,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value\n' +
      'Ada,Lovelace,,* myContacts,* Work,ada@x.test ::: old@x.test,private@x.test\nAlan,Turing,,,,alan@x.test,',
    two,
  ],
  ['Google Contacts before 2024', 'Name,Given Name,Family Name,E-mail 1 - Value\nA,Ada,Lovelace,ada@x.test', ada],
  [
    'Google Admin',
    'First Name [Required],Last Name [Required],Email Address [Required],Recovery Email,Work Secondary Email\n' +
      'Ada,Lovelace,ada@x.test,me@home.test,\nAlan,Turing,alan@x.test,,other@x.test',
    two,
  ],
  ['Google Groups', 'Members for group Team,\nEmail address,Nickname\nada@x.test,A', 'ada@x.test//'],
  [
    'Microsoft 365',
    'Block credential,Display name,First name,Last name,Proxy addresses,User principal name\n' +
      'False,Ada L,Ada,Lovelace,SMTP:a@x.test+smtp:b@x.test,ada@x.test\nFalse,Alan Turing,,,,alan@x.test',
    two,
  ],
  ['Entra ID', 'userPrincipalName,surname,mail,givenName\nada_x#EXT#@y.test,Lovelace,ada@x.test,Ada', ada],
  ['PowerShell', '#TYPE Microsoft.User\r\n"DisplayName","PrimarySmtpAddress"\r\n"Lovelace, Ada","ada@x.test"', ada],
  ['LinkedIn', 'Notes:\n"Some, notes"\n\nFirst Name,Last Name,Email Address\nAda,Lovelace,ada@x.test', ada],
  ['German', 'Name;Vorname;E-Mail-Adresse;E-Mail 2: Adresse\nLovelace;Ada;ada@x.test;privat@x.test', ada],
  ['French', 'Prénom;Nom;Adresse de messagerie\nAda;Lovelace;ada@x.test', ada],
  ['Zoom', 'Name (Original Name),User Email\nAda Lovelace (Ada L),ada@x.test', ada],
  ['Okta', 'profile.firstName,profile.lastName,profile.email\nAda,Lovelace,ada@x.test', ada],
  ['Italian', 'Cognome;Nome;Indirizzo e-mail\nLovelace;Ada;ada@x.test', ada],
  ['Dutch', 'Voornaam;Achternaam;E-mailadres\nAda;Lovelace;ada@x.test', ada],
  ['Portuguese', 'Nome,Sobrenome,Endereço de e-mail\nAda,Lovelace,ada@x.test', ada],
  ['Spanish', 'Nombre,Apellidos,Dirección de correo electrónico\nAda,Lovelace,ada@x.test', ada],
  ['Thunderbird', 'Primäre E-Mail-Adresse,Sekundäre E-Mail-Adresse\nada@x.test,b@x.test', 'ada@x.test//'],

  ['Apple contact (vCard 3)', card('N:Lovelace;Ada\nEMAIL;type=HOME:me@x.test\nitem1.EMAIL;type=pref:ada@x.test'), ada],
  ['vCard 4', card('FN:Ada Lovelace\nEMAIL;PREF=2:b@x.test\nEMAIL;PREF=1:mailto:ada@\n x.test'), ada],
  ['group of cards', card('KIND:group\nFN:Team') + card('N:Lovelace;Ada\nEMAIL:ada@x.test'), ada],
  ['Outlook contact (vCard 2.1)', card(`N;${printable}:M=C3=BC=\nller;Zo=C3=AB\nEMAIL:z@x.test`), zoe],
  ['card with a photo', card(`N:Lovelace;Ada\n${photo}\nEMAIL:ada@x.test`), ada],
  ['card without address', card('N:O\\, Bo;B') + card('EMAIL:ada@x.test\nN:Lovelace;Ada'), `/B/O, Bo ${ada}`],

  ['UTF-16 with its mark', utf16('\uFEFFE-Mail\tVorname\tNachname\r\nz@x.test\tZoë\tMüller'), zoe],
  ['UTF-16 without a mark', utf16('Email\tFirst name\nz@x.test\tZoë'), 'z@x.test/Zoë/'],
  [
    'Windows-1252',
    windows('Email;Vorname;Nachname\r\nz@x.test;Zoë;Müller'),
    expect.stringMatching(`^${zoe} This file`),
  ],
  [
    'UTF-8 with one stray byte',
    new Uint8Array([...Buffer.from('z@x.test,Zoë,Müller\nk@x.test,Zo'), 0xeb, ...Buffer.from(',Kay')]),
    expect.stringContaining(`${zoe} k@x.test/Zo\uFFFD/Kay We couldn't read 1 character in this file`),
  ],
  ['Excel workbook', 'PK\u0003\u0004 [Content_Types].xml', expect.stringContaining("This isn't a CSV file.")],
  ['PDF', '%PDF-1.7 ada@x.test', expect.stringContaining("This isn't a CSV file.")],
  ['LDIF', '# Export\nversion: 1\n\ndn: cn=Ada\nmail: ada@x.test', expect.stringContaining('This is an LDIF file')],
  ['JSON', '[{"email":"ada@x.test"}]', expect.stringContaining('This is a JSON file')],
  ['web page', '<!DOCTYPE html><p>ada@x.test', expect.stringContaining('This is a web page')],
  ['large CSV file', `ada@x.test,${'x'.repeat(1_000_000)}`, expect.stringContaining('larger than 1 MB')],
])('a list of people is read, or refused with its reason: %s (D118, D200)', async (_shape, list, result) => {
  expect(await read(list)).toEqual(result)
})
