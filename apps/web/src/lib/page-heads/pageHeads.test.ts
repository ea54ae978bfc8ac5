import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRODUCT, titleWith } from './pageHeads.ts'

it('ends a title with the product', () => {
  expect(titleWith('Spot')).toBe(`Spot | ${PRODUCT}`)
})

it('names the product nowhere in the texts, only by its file', () => {
  const folder = new URL('../../../messages/', import.meta.url)
  for (const file of readdirSync(folder))
    expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toContain(PRODUCT)
})
