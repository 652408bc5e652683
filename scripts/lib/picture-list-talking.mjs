// A conversation from its beginning to its recap, for `npm run pictures`.
import { ask, openAgent, reach } from './picture-steps.mjs'

/** Each state is the last one's next. */
export const talkingScreens = [
  { name: 'conversation-ready', group: 'Talking', open: openAgent },
  {
    name: 'conversation',
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
    name: 'conversation-recap',
    open: async (page) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'End', exact: true }).click()
      await dialog.getByText('Session saved').waitFor()
    },
  },
]
