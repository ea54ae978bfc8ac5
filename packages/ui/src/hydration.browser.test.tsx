import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { demos } from './testing/support/demos.ts'
import { UiProvider } from './provider/UiProvider.tsx'
import { clearStage, settled } from './testing/support/stage.tsx'

afterEach(clearStage)

describe('hydration', () => {
  it.each(Object.keys(demos))('keeps the server markup of %s', async (name) => {
    const Demo = demos[name]
    const page = (
      <StrictMode>
        <UiProvider>{Demo ? <Demo /> : null}</UiProvider>
      </StrictMode>
    )
    const host = document.body.appendChild(document.createElement('main'))
    host.innerHTML = renderToString(page)
    const corrections: unknown[] = []
    const root = hydrateRoot(host, page, {
      onRecoverableError: (error) => corrections.push(error),
    })
    await settled()
    await settled()
    expect(corrections).toEqual([])
    root.unmount()
  })
})
