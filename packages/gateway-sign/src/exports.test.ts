import { expect, it } from 'vitest'
import * as index from './exports/index.ts'
import * as jsrsasign from './exports/jsrsasign.ts'
import * as server from './exports/server.ts'
import * as testing from './exports/testing.ts'

it('exports these names from the main entry', () => {
  expect(Object.keys(index).sort()).toEqual([
    'ENCRYPTED_ENDPOINTS',
    'GS1',
    'GatewaySignError',
    'SENSITIVE_FIELDS',
    'VERDICT_REACTIONS',
    'configTable',
    'createGatewaySign',
    'createSignedFetch',
    'createStamp',
    'createWireProfile',
    'isGatewaySignError',
    'signAxios',
  ])
})

it('exports these names from ./server', () => {
  expect(Object.keys(server).sort()).toEqual([
    'GS1',
    'GatewaySignError',
    'assertServerIdentity',
    'buildSignConfig',
    'createDecryptor',
    'createMemoryReplayStore',
    'createServerIdentity',
    'createSignGuard',
    'createVerifier',
    'createWireProfile',
    'expressSign',
    'fastifySign',
    'isGatewaySignError',
    'keyIdOf',
    'nodeSign',
    'signConfig',
    'verifyUserCheckDevice',
  ])
})

it('exports these names from ./jsrsasign', () => {
  expect(Object.keys(jsrsasign).sort()).toEqual([
    'GatewaySignError',
    'isGatewaySignError',
    'jsrsasignFallback',
  ])
})

it('exports these names from ./testing', () => {
  expect(Object.keys(testing).sort()).toEqual([
    'createTestConfig',
    'testClientKeys',
    'testServerIdentity',
  ])
})
