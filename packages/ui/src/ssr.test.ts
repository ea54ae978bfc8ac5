import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createElement, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { demos } from './testing/support/demos.ts'
import { UiProvider } from './provider/UiProvider.tsx'
import { loadUiStrings } from './strings/loadUiStrings.ts'

const arabic = await loadUiStrings('ar')

it('lists every demo', () => {
  const files = readdirSync(fileURLToPath(new URL('.', import.meta.url)), {
    recursive: true,
    encoding: 'utf8',
  })
  const found = files
    .filter((path) => /^[^/]+\/demos\/[^/]+\.tsx$/.test(path))
    .map((path) => path.replace('/demos/', '/').replace('.tsx', ''))
  expect(Object.keys(demos).sort()).toEqual(found.sort())
})

describe.each(Object.entries(demos))('on the server: %s', (_, demo) => {
  it.each([
    ['en', {}],
    ['ar', arabic],
  ] as const)('renders the same markup in %s each time', (language, strings) => {
    const draw = () =>
      renderToString(
        createElement(
          StrictMode,
          null,
          createElement(UiProvider, { language, strings }, createElement(demo)),
        ),
      )
    expect(draw().length).toBeGreaterThan(20)
    expect(draw()).toBe(draw())
  })
})
