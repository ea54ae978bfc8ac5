import { describe, expect, it } from 'vitest'
import * as browser from './exports/browser.ts'
import * as index from './exports/index.ts'
import * as node from './exports/node.ts'
import * as socket from './exports/socket.ts'
import * as react from './exports/react.ts'
import * as testing from './exports/testing.ts'

describe('the entries of @x/kit', () => {
  it('exports the core', () => {
    expect(Object.keys(index).sort()).toEqual([
      'abortable',
      'backOffDelay',
      'createEmitter',
      'createMachine',
      'createOldestEntry',
      'createResilientStorage',
      'createStore',
      'exponentialDelay',
      'fromHex',
      'isPlainObject',
      'isRecord',
      'linkController',
      'printMachine',
      'randomHex',
      'sleep',
      'toHex',
      'whenAborted',
      'withJitter',
    ])
  })

  it('exports the browser ports', () => {
    expect(Object.keys(browser).sort()).toEqual([
      'browserClock',
      'browserConnectivityHints',
      'browserPorts',
      'browserSocket',
    ])
  })

  it('exports the ports of a server', () => {
    expect(Object.keys(node).sort()).toEqual(['nodeClock', 'nodePorts', 'nodeSocket'])
  })

  it('exports the reconnecting socket', () => {
    expect(Object.keys(socket)).toEqual(['createReconnectingSocket'])
  })

  it('exports the React binding', () => {
    expect(Object.keys(react)).toEqual(['useStore'])
  })

  it('exports the test doubles', () => {
    expect(Object.keys(testing).sort()).toEqual([
      'createManualClock',
      'createManualVisibility',
      'createMemoryAsyncStorage',
      'createMemoryChannels',
      'createMemoryLocks',
      'createMemoryStorage',
      'createRecordingReporter',
      'createScriptedSockets',
      'createSeededRandom',
    ])
  })
})
