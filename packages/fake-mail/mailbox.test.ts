import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mail } from './mailbox.ts'
import { startStandins, type Standins } from '@luna/control/start.ts'

const directory = mkdtempSync(join(tmpdir(), 'luna-mailbox-'))
let standins: Standins

beforeAll(async () => {
  standins = await startStandins({ directory, appUrl: 'http://127.0.0.1:9' })
})

afterAll(async () => {
  await standins.close()
  rmSync(directory, { recursive: true })
})

function send(mail: object) {
  const transport = createTransport(`smtp://127.0.0.1:${standins.smtpPort}`)
  return transport.sendMail({ from: 'Luna <hello@luna.test>', ...mail })
}

async function mailsTo(address: string): Promise<Mail[]> {
  const answer = await fetch(`${standins.url}/mailbox.json?to=${encodeURIComponent(address)}`)
  return (await answer.json()) as Mail[]
}

test('a mail with both parts is stored whole, newest first, for each recipient', async () => {
  const text = `Grüße aus dem Büro — confirm here:\nhttps://luna.test/verify-email?token=${'a1'.repeat(60)}=\n.\nBye`
  const html = `<p style="color: red">Grüße &amp; <a href="https://luna.test/x?a=1&amp;b=2">${'long '.repeat(60)}</a></p>`
  await send({
    to: 'Ana <ana@luna.test>, bob@luna.test',
    subject: 'Bestätige deine E‑Mail ✓ bitte, liebe Ana aus Köln',
    text,
    html,
  })
  const url = `https://luna.test/stop?token=${'a1'.repeat(200)}`
  const headers = { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
  await send({ to: 'ana@luna.test', subject: 'Second', text: 'Plain only', headers })
  const [second, first, ...others] = await mailsTo('ANA@luna.test')
  expect(others).toEqual([])
  expect(second).toMatchObject({ to: 'ana@luna.test', subject: 'Second', html: null })
  expect(second!.text.trim()).toBe('Plain only')
  expect([first!.unsubscribe, second!.unsubscribe]).toEqual([null, { url, body: 'List-Unsubscribe=One-Click' }])
  expect(first!.subject).toBe('Bestätige deine E‑Mail ✓ bitte, liebe Ana aus Köln')
  expect(first!.text.trim()).toBe(text)
  expect(first!.html!.trim()).toBe(html)
  expect(Date.parse(first!.at)).toBeGreaterThan(Date.now() - 60_000)
  expect(await mailsTo('bob@luna.test')).toHaveLength(1)
  expect(await mailsTo('nobody@luna.test')).toEqual([])
})

test('the page shows a mail without running anything in it', async () => {
  await send({
    to: 'eve@luna.test',
    subject: '<script>alert(1)</script>',
    text: 'x',
    html: '<script>alert(2)</script><b>Hi</b>',
  })
  const [mail] = await mailsTo('eve@luna.test')
  const page = await (await fetch(`${standins.url}/mailbox?to=eve@luna.test`)).text()
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toContain('<script>alert')
  expect(page).toContain(`src="mailbox/${mail!.id}.html"`)
  const part = await fetch(`${standins.url}/mailbox/${mail!.id}.html`)
  expect(part.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await part.text()).toContain('<b>Hi</b>')
  expect((await fetch(`${standins.url}/mailbox/none.html`)).status).toBe(404)
})
