import { expect, it } from 'vitest'
import { panelView } from './panelStatus.ts'

it('keeps the content of a stale panel, replaces it in other states', () => {
  expect(panelView({ kind: 'ready' })).toBe('content')
  expect(panelView({ kind: 'stale', seconds: 4 })).toBe('content')
  expect(panelView({ kind: 'loading' })).toBe('loading')
  expect(panelView({ kind: 'empty' })).toBe('empty')
  expect(panelView({ kind: 'error', title: 'Failed' })).toBe('error')
})
