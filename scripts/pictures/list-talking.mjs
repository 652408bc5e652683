// A conversation from its beginning to its recap, for `npm run pictures`.
import { ask, openAgent, reach } from './steps.mjs'

/** Each state continues from the one before. */
export const talkingScreens = [
  { name: 'conversation-ready', group: 'Talking', open: openAgent },
  {
    name: 'conversation-check',
    open: async (page) => {
      await page.getByRole('button', { name: 'Check your sound' }).click()
      await page.getByText(/round trip/).waitFor()
      return () => page.keyboard.press('Escape')
    },
  },
  {
    name: 'conversation',
    moves: true,
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('checkbox', { name: 'I agree' }).check()
      await dialog.getByRole('button', { name: 'Start' }).click()
      await ask(dialog, 'We make a profit, but there is no money. Why?', /three places/)
      await dialog.getByText('Speaking').waitFor()
      await reach(dialog, /0:0[3-9]/)
    },
  },
  {
    name: 'conversation-transcript',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Show full transcript' }).click()
      await ask(dialog, 'How do I plan cash for the coming weeks?', /thirteen columns/)
      await reach(dialog, /0:1[1-9]/)
    },
  },
  {
    name: 'conversation-noted',
    open: (page) => ask(page.getByRole('dialog'), 'Remind me to call Anna on Friday', /^Noted: Call Anna, by /),
  },
  { name: 'conversation-settings', open: (page) => openSheet(page, 'Voice settings') },
  { name: 'conversation-keys', open: (page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click() },
  { name: 'conversation-top-up', open: (page) => openSheet(page, 'Buy Credits') },
  {
    name: 'conversation-pill',
    open: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').getByRole('button', { name: 'Minimize' }).click()
      const back = page.getByRole('button', { name: /^Return to/ })
      await back.waitFor()
      return () => back.click()
    },
  },
  {
    name: 'conversation-recap',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'End', exact: true }).click()
      await dialog.getByText('Session saved').waitFor()
      await dialog.getByText('Call Anna').first().waitFor()
    },
  },
]

/** Opens one of the sheets over the conversation, in place of another. */
async function openSheet(page, name) {
  if ((await page.getByRole('dialog').count()) > 1) await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name }).click()
}
