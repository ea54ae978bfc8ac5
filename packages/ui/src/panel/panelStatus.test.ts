import { expect, it } from 'vitest'
import { faceOf } from './panelStatus.ts'

it('a stale panel keeps showing its content; the other faces replace it', () => {
  expect(faceOf({ kind: 'ready' })).toBe('content')
  expect(faceOf({ kind: 'stale', seconds: 4 })).toBe('content')
  expect(faceOf({ kind: 'loading' })).toBe('loading')
  expect(faceOf({ kind: 'empty' })).toBe('empty')
  expect(faceOf({ kind: 'error', title: 'Failed' })).toBe('error')
})
