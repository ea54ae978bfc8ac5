import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'

// Test files of one worker share a window and their modules: each begins as in a new window.
cleanup()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
localStorage.clear()
sessionStorage.clear()
document.title = ''
document.body.replaceChildren()
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)

declare const happyDOM: { setURL(url: string): void }
happyDOM.setURL('http://localhost:3000/')
