// Managing one's organizations, for `npm run pictures`.
import { visit } from './steps.mjs'

/** In the order in which a person creates the first one; afterwards they work for themselves again. */
export const organizationScreens = [
  { name: 'organizations-none', group: 'One’s organizations', open: visit('/organizations') },
  {
    name: 'organizations-create',
    open: async (page) => {
      await page.getByRole('button', { name: 'Create Organization' }).click()
      await page.getByLabel('Organization name').fill('Meridian Studio')
    },
  },
  {
    name: 'organizations-unpaid',
    whole: true,
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Create Organization' }).click()
      await page.getByRole('heading', { level: 2, name: 'Meridian Studio' }).waitFor()
    },
  },
  {
    name: 'organizations-branding',
    whole: true,
    open: (page) => page.getByRole('tab', { name: 'Branding' }).click(),
  },
]
