import { expect, it } from 'vitest'
import * as index from './exports/index.ts'
import * as server from './exports/server.ts'

it('exports these names', () => {
  expect(Object.keys(index).sort()).toEqual([
    'ReservesError',
    'isReservesError',
    'reserveMessage',
    'statementText',
    'verifyInclusion',
    'verifyProof',
  ])
  expect(Object.keys(server).sort()).toEqual([
    'ReservesError',
    'buildTree',
    'hashLeaf',
    'isReservesError',
    'treeOf',
  ])
})
