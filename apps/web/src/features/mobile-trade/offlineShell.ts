import { scriptUrlPolicy } from '../../lib/scriptUrlPolicy.ts'

const SHELL = '/sw.js'
let isAsked = false

/**
 * Keeps the trade pages' own files in the browser, so that an installed app opens without a network
 * and says so. The gateway's answers are never kept: no price is older than its connection.
 */
export function keepOfflineShell(): void {
  if (isAsked || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  isAsked = true
  const address = new URL(SHELL, location.origin).href
  const trusted = scriptUrlPolicy('x-shell', address)?.(address) ?? address
  // Without it the pages need a network, as all others do.
  navigator.serviceWorker.register(trusted as string, { scope: '/' }).catch(() => undefined)
}
