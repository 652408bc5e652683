// Signing in, registering and the first payment, for `npm run pictures`.
import { fillCard, fillDetails, openMailedLink, password, visit } from './steps.mjs'

/** In the order in which a new person meets them. */
export const joiningScreens = [
  { name: 'login', group: 'Joining', open: visit('/login') },
  {
    name: 'login-refused',
    open: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByRole('alert').or(page.locator('[data-toast]')).filter({ hasText: /./ }).first().waitFor()
    },
  },
  { name: 'forgot-password', open: visit('/forgot-password') },
  {
    name: 'forgot-password-sent',
    open: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send Reset Link' }).click()
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    },
  },
  { name: 'reset-password-invalid', open: visit('/reset-password?token=unknown') },
  { name: 'register-details', open: visit('/register') },
  {
    name: 'register-details-wrong',
    open: async (page) => {
      await page.getByLabel('Email').fill('ada@example')
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByRole('button', { name: 'Create Account' }).click()
    },
  },
  {
    name: 'register-package',
    whole: true,
    open: async (page) => {
      await fillDetails(page, 'ada@example.com')
      await page.getByRole('button', { name: 'Create Account' }).click()
      await page.getByRole('radio', { name: /uplift/i }).waitFor()
    },
  },
  {
    name: 'verify-email',
    open: async (page) => {
      await openMailedLink(page, 'ada@example.com', 'Confirm your email address')
      await page.getByRole('button', { name: 'Confirm Address' }).click()
      await page.getByText('Your email address is confirmed').waitFor()
    },
  },
  {
    name: 'subscribe',
    whole: true,
    open: async (page) => {
      await page.goto('/subscribe')
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'register-payment',
    whole: true,
    open: async (page) => {
      await page.goto('/register?step=payment')
      await page.getByRole('button', { name: /\$27\.97/ }).click()
      await page.getByLabel('Card number').waitFor()
    },
  },
  {
    name: 'register-declined',
    open: async (page) => {
      await fillCard(page, '4000000000000002')
      await page.getByRole('button', { name: 'Pay $27.97' }).click()
      await page.getByRole('alert').or(page.locator('[data-toast]')).filter({ hasText: /./ }).first().waitFor()
    },
  },
  {
    name: 'dashboard-new',
    whole: true,
    open: async (page) => {
      await fillCard(page, '4242424242424242')
      await page.getByRole('button', { name: 'Pay $27.97' }).click()
      await page.waitForURL('**/dashboard')
      await page.getByText('Recent Sessions').waitFor()
    },
  },
]
