import { expect, it } from 'vitest'
import { readColours } from './chartStyles.ts'

it('reads short colours of a built style sheet in full, for opacities', () => {
  const element = document.createElement('div')
  element.style.setProperty('--x-surface-1', '#fff')
  element.style.setProperty('--x-text', '#12aB9f')
  element.style.setProperty('--x-up', 'rgb(1 2 3)')
  element.style.setProperty('--series-1', '#0a7')
  document.body.append(element)
  const { surface, text, up, series } = readColours(element)
  expect([surface, text, up, series[0]]).toEqual(['#ffffff', '#12aB9f', 'rgb(1 2 3)', '#00aa77'])
  element.remove()
})
