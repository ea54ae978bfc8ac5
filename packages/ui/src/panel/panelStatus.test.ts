import { expect, it } from 'vitest'
import { panelView } from './panelStatus.ts'

it('a stale panel keeps showing its content; the other faces replace it', () => {
  expect(panelView({ kind: 'ready' })).toBe('content')
  expect(panelView({ kind: 'stale', seconds: 4 })).toBe('content')
  expect(panelView({ kind: 'loading' })).toBe('loading')
  expect(panelView({ kind: 'empty' })).toBe('empty')
  expect(panelView({ kind: 'error', title: 'Failed' })).toBe('error')
})
