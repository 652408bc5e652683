import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Mail, Mailbox } from './mailbox.ts'
import { servePageFiles } from '@luna/standin-kit/page-files.ts'
import { markup, sendPage, type Html } from '@luna/standin-kit/page.ts'

/** The policy for the HTML of a mail: it may look as written, but runs nothing and loads only pictures. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https: http:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"

type Query = { to?: string; mail?: string }

/** `/mailbox`, `/mailbox.json` and the HTML part of a mail. */
export function registerMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  servePageFiles(app, join(import.meta.dirname, 'pages'))
  app.get<{ Querystring: Query }>('/mailbox.json', (request, reply) =>
    reply.header('cache-control', 'no-store').send(mailbox.list(request.query.to)),
  )
  app.get<{ Querystring: Query }>('/mailbox', (request, reply) => {
    const { mail, to } = request.query
    const mails = mailbox.list(to || undefined)
    const open = mail === undefined ? mails[0] : mailbox.find(mail)
    return sendPage(reply, 'mailbox', open?.subject ?? 'Mailbox', renderMailbox(mails, open, to))
  })
  app.get<{ Params: { id: string } }>('/mailbox/:id.html', (request, reply) => {
    const html = mailbox.find(request.params.id)?.html ?? null
    if (html === null) return reply.code(404).type('text/plain').send('No such mail')
    return reply
      .headers({ 'content-security-policy': MAIL_POLICY, 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(`<base target="_top">${html}`)
  })
}

function renderMailbox(mails: Mail[], open: Mail | undefined, to: string | undefined): Html {
  return markup`
    <h1>Mailbox</h1>
    <p>Every mail that Luna sent. Nothing leaves this machine.</p>
    <form action="mailbox" role="search">
      <label for="to">Sent to</label>
      <input id="to" name="to" type="search" value="${to ?? ''}" autocomplete="off">
      <button>Show</button>
    </form>
    ${mails.length === 0 ? markup`<p>No mail${to ? markup` for ${to}` : null} yet.</p>` : renderMails(mails, open, to)}
  `
}

function renderMails(mails: Mail[], open: Mail | undefined, to: string | undefined): Html {
  const items = mails.map((mail) => {
    const query = new URLSearchParams({ mail: mail.id, ...(to ? { to } : {}) }).toString()
    return markup`<li><a href="mailbox?${query}"${mail.id === open?.id ? markup` aria-current="true"` : null}>
      ${mail.subject || '(no subject)'}</a><br>${mail.to} ${renderTime(mail.at)}</li>`
  })
  return markup`<div class="columns">
    ${open === undefined ? markup`<p>No such mail.</p>` : renderMail(open)}
    <nav aria-label="Mails"><ol data-mails="${mails.length}">${items}</ol></nav>
  </div>`
}

function renderMail(mail: Mail): Html {
  return markup`<article class="main" aria-labelledby="subject">
    <h2 id="subject">${mail.subject || '(no subject)'}</h2>
    <p>To ${mail.to} · ${renderTime(mail.at)}</p>
    ${
      mail.html === null
        ? null
        : markup`<iframe title="Mail as HTML" src="mailbox/${mail.id}.html" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`
    }
    <details${mail.html === null ? markup` open` : null}><summary>Plain text</summary><pre>${linkify(mail.text)}</pre></details>
  </article>`
}

/** Makes the addresses in a text clickable. */
function linkify(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, place) => (place % 2 === 1 ? markup`<a href="${part}">${part}</a>` : markup`${part}`))
}

function renderTime(at: string): Html {
  return markup`<time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>`
}
