import { expect, it } from 'vitest'
import * as main from './exports/index.ts'
import * as server from './exports/server.ts'

it('@x/sanitize exports these names', () => {
  expect(Object.keys(main).toSorted()).toEqual([
    'SanitizeError',
    'createSanitizer',
    'extendPolicy',
    'isSanitizeError',
    'policy',
    'safeText',
  ])
})

it('@x/sanitize/server exports these names', () => {
  expect(Object.keys(server).toSorted()).toEqual([
    'SanitizeError',
    'createServerSanitizer',
    'extendPolicy',
    'isSanitizeError',
    'policy',
  ])
})
