import { expect, it } from 'vitest'
import * as axios from './exports/axios.ts'
import * as fetch from './exports/fetch.ts'
import * as main from './exports/index.ts'
import * as testing from './exports/testing.ts'

it('@x/request exports these names', () => {
  expect(Object.keys(main).toSorted()).toEqual([
    'RequestError',
    'afterLogin',
    'canonicalPath',
    'clockSample',
    'commonHeaders',
    'commonParameters',
    'createBaseQuery',
    'createRequestClient',
    'createRequestTexts',
    'createServerClock',
    'dates',
    'dedupe',
    'deviceToken',
    'encryption',
    'englishTexts',
    'envelope',
    'httpErrors',
    'isRequestError',
    'isTransient',
    'loadRequestTexts',
    'localesWithOwnTexts',
    'logical',
    'loginLock',
    'parse',
    'prefix',
    'presentErrors',
    'readBody',
    'readEnvelope',
    'requestHeaders',
    'restMiddlewares',
    'retry',
    'sessionExpiry',
    'sign',
    'signVerdict',
    'softCodes',
    'standardMiddlewares',
    'trim',
    'wire',
  ])
})

it('@x/request/axios exports these names', () => {
  expect(Object.keys(axios)).toEqual(['createAxiosTransport'])
})

it('@x/request/fetch exports these names', () => {
  expect(Object.keys(fetch)).toEqual(['createFetchTransport'])
})

it('@x/request/testing exports these names', () => {
  expect(Object.keys(testing).toSorted()).toEqual(['connectionLost', 'createInProcessTransport'])
})
