import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { App } from '../examples/orderForm.tsx'

const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it('the README shows the example as it runs', () => {
  expect(text('../README.md')).toContain(text('../examples/orderForm.tsx'))
})

it.each(['en', 'ar'])('the example draws in %s', (language) => {
  const html = renderToString(createElement(App, { language }))
  expect(html).toContain('Amount')
  expect(html).toContain('Enter an amount')
})
