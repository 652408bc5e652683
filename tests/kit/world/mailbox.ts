import { expect, vi } from 'vitest'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import type { World } from './world.ts'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string | null
  /** The button of a mail program that stops such mails: its body and its address (RFC 8058). */
  unsubscribe: { url: string; body: string } | null
  at: string
}

/** Returns every mail that arrived for one address, newest first. */
export async function mailsTo(world: World, to: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${world.url}/standins/mailbox.json?to=${encodeURIComponent(to)}`)
  return (await response.json()) as ReceivedMail[]
}

/** Waits until mails of this subject have arrived for an address. Returns them, newest first. */
export async function waitForMails(world: World, to: string, subject: string, count = 1): Promise<ReceivedMail[]> {
  return vi.waitFor(
    async () => {
      const mails = (await mailsTo(world, to)).filter((mail) => mail.subject === subject)
      if (mails.length < count) throw new Error(`${mails.length} of ${count} mails "${subject}" arrived for ${to}`)
      return mails
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** Returns every mail submitted for an address, sent or still waiting, newest first: what must exist without a wait. */
export function queuedMails(world: World, to: string): Promise<{ subject: string; text: string }[]> {
  return world.sql('select subject, text from test_kit.submitted_mail where recipient = $1 order by id desc', [to])
}

export async function mailedSubjects(world: World, to: string): Promise<string[]> {
  return (await queuedMails(world, to)).map(({ subject }) => subject)
}

export function tokenIn(mail: { text: string } | undefined): string {
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error('The mail has no link with a token')
  return token
}

/** Waits until the job has handled every request for a reset link, for known and unknown addresses (D19). */
export async function resetRequestsDone(world: World): Promise<void> {
  const open = () => world.sql("select from pgboss.job where name = 'reset-link' and state < 'completed'")
  await expect.poll(open).toEqual([])
}

/** Requests a new password. Returns the token of the mailed link. */
export async function askForResetToken(world: World, email: string): Promise<string> {
  const tokens = async () =>
    (await queuedMails(world, email)).filter(({ subject }) => subject === 'Reset your password').map(tokenIn)
  const before = await tokens()
  await world.visitor().call(mailedLinks.forgotPassword, { body: { email } })
  await resetRequestsDone(world)
  const token = (await tokens()).find((other) => !before.includes(other))
  if (!token) throw new Error(`No reset link was mailed to ${email}`)
  return token
}
