// What conversations leave in people's hands, for `npm run pictures`.
import { visit } from './steps.mjs'

export const resultScreens = [
  { name: 'next-steps', group: 'What conversations leave', whole: true, open: visit('/dashboard/next-steps') },
  { name: 'next-steps-done', open: visit('/next-steps/done') },
  {
    name: 'memory',
    whole: true,
    open: async (page) => {
      await visit('/profile/memory')(page)
      await page.getByRole('switch', { name: 'Let agents remember me' }).click()
      await page.getByText('No notes yet').waitFor()
    },
  },
  { name: 'hours-saved', whole: true, open: visit('/dashboard/hours-saved') },
  { name: 'how-hours-count', whole: true, open: visit('/hours-saved') },
]
