import { expect, type Page } from '@playwright/test'
import { type CatalogueId, errorCatalogue } from '../error-catalogue/error-catalogue.ts'
import { toastOf } from './watch.ts'

/** Returns title and text of every visible toast, read at one moment. */
function readToasts(page: Page): Promise<(readonly [title: string, text: string | null])[]> {
  return toastOf(page).evaluateAll((toasts) =>
    toasts.map((toast) => [
      toast.querySelector('h2')?.textContent ?? '',
      toast.querySelector('p')?.textContent ?? null,
    ]),
  )
}

/** Waits until the one visible toast has exactly this title, whatever its text. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(toastOf(page).locator('h2')).toHaveText(title)
}

/** Waits for the one visible toast of a row; `text` where the words are the server's or the provider's. */
export async function expectRow(page: Page, id: CatalogueId, text = errorCatalogue[id].text): Promise<void> {
  const row = [errorCatalogue[id].title, text]
  // Some toasts appear on a page that is just being left: then the check itself fails, and the next page shows them.
  await expect(async () => expect(await readToasts(page)).toEqual([row])).toPass({
    intervals: [50, 100, 250],
    timeout: 20_000,
  })
}
