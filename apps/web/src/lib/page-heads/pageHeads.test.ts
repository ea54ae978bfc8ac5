import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { titleWith } from './pageHeads.ts'

it.each([
  ['Spot', 'Spot | X'],
  ['XRP/USDT spot trading', 'XRP/USDT spot trading | X'],
  ['X', 'X'],
  ['X: trade and practise', 'X: trade and practise'],
  ['X：取引と練習', 'X：取引と練習'],
])('the title %s reads %s: the product is named once', (text, title) => {
  expect(titleWith(text)).toBe(title)
})

it('the first page names the product once in every language', () => {
  const folder = new URL('../../../messages/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const title = (
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Readonly<Record<string, unknown>>
    )['head.home.title']
    if (typeof title === 'string') expect(titleWith(title), file).toBe(title)
  }
})
