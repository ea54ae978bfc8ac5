import type { BrowserContext, TestInfo } from '@playwright/test'

/** A page that holds too much to read is told from its start. */
const LONGEST = 20_000

/**
 * Prints what the pages of a failed journey held, as a screen reader has them: of a run elsewhere
 * nothing but its words may be left. To be called before the gateway stops, which changes the
 * pages.
 */
export async function tellPages(
  context: BrowserContext,
  { status, expectedStatus, title }: TestInfo,
): Promise<void> {
  if (status === expectedStatus) return
  for (const page of context.pages()) {
    const held = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    console.log(`What a page of “${title}” held at ${page.url()}:\n${held.slice(0, LONGEST)}`)
  }
}
