/** Shows times in the reader's zone, fits the mail's frame, and reloads when a new mail has come. */
const LOOK_EVERY_MS = 5_000

for (const time of document.querySelectorAll('time')) {
  time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })
}

const query = new URLSearchParams(location.search)
const shown = Number(document.querySelector('[data-mails]')?.dataset.mails ?? 0)

async function look() {
  if (document.hidden) return
  const to = query.get('to')
  const answer = await fetch(to ? `mailbox.json?to=${encodeURIComponent(to)}` : 'mailbox.json')
  const mails = await answer.json()
  if (mails.length !== shown && document.activeElement?.id !== 'to') location.reload()
}

setInterval(() => look().catch(() => undefined), LOOK_EVERY_MS)
