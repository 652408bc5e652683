import { page } from '#tests/screens.ts'

/** Pays. Returns what the page said before it led on, which shows only for two seconds. */
export async function wordsOfPaid(path: string, pay: () => Promise<void>): Promise<string> {
  await page.evaluate(() => {
    const texts = new Set<string>()
    Object.assign(window, { texts })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=status]')) if (textContent) texts.add(textContent)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  await pay()
  await page.waitForURL(path)
  return page.evaluate(() => [...(window as unknown as { texts: Set<string> }).texts].join('\n'))
}
