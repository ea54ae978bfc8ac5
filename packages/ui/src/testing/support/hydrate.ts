import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { settled } from './stage.tsx'

/**
 * Renders a page as a server does and hydrates it. Returns everything that React corrected or wrote
 * to the console meanwhile; a differing attribute is only written there.
 */
export async function hydrationFaults(
  page: ReactNode,
  markup = renderToString(page),
): Promise<readonly string[]> {
  const host = document.body.appendChild(document.createElement('main'))
  host.innerHTML = markup
  const faults: string[] = []
  const written = console.error
  console.error = (...parts: unknown[]) => void faults.push(parts.map(String).join(' '))
  const root = hydrateRoot(host, page, {
    onRecoverableError: (error) => faults.push(String(error)),
  })
  try {
    await settled()
    await settled()
    return faults
  } finally {
    console.error = written
    root.unmount()
  }
}
