import type { BrowserContext, TestInfo } from '@playwright/test'

/** A longer page is printed up to here. */
const LONGEST = 20_000

/**
 * Prints the accessibility tree of each page of a failed journey: of a run in CI only the log may
 * be left. Call it before the gateway stops, which changes the pages.
 */
export async function printPages(
  context: BrowserContext,
  { status, expectedStatus, title }: TestInfo,
): Promise<void> {
  if (status === expectedStatus) return
  for (const page of context.pages()) {
    const text = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    console.log(`Page of “${title}” at ${page.url()}:\n${text.slice(0, LONGEST)}`)
  }
}
