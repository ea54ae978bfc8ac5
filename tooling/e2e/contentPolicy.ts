import type { Page, Response } from '@playwright/test'
import { expect } from './fixtures.ts'

type Watched = typeof globalThis & { violated(text: string): void }

/** What every document's content policy must have. */
const PARTS = [
  "default-src 'none'",
  "'nonce-",
  "'strict-dynamic'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
]

/** The violations of the content policy on a page, from its next document on. */
export async function watchContentPolicy(page: Page): Promise<readonly string[]> {
  const violations: string[] = []
  await page.exposeFunction('violated', (text: string) => void violations.push(text))
  await page.addInitScript(() =>
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sample }) =>
        (globalThis as Watched).violated(
          `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`,
        ),
    ),
  )
  return violations
}

/** Fails unless the document came with the content policy of every page. */
export function expectContentPolicy(document: Response | null): void {
  const where = document?.url()
  const policy = document?.headers()['content-security-policy'] ?? ''
  for (const part of PARTS) expect(policy, where).toContain(part)
  expect(policy, where).not.toMatch(/'unsafe-(eval|hashes)'/)
}
