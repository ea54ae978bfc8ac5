import { describe, expect, it } from 'vitest'
import * as browser from './exports/browser.ts'
import * as index from './exports/index.ts'
import * as react from './exports/react.ts'
import * as testing from './exports/testing.ts'

describe('the public face of @x/kit', () => {
  it('exports the core', () => {
    expect(Object.keys(index).sort()).toEqual([
      'createEmitter',
      'createMachine',
      'createResilientStorage',
      'createStore',
      'printMachine',
    ])
  })

  it('exports the browser ports', () => {
    expect(Object.keys(browser).sort()).toEqual(['browserClock', 'browserPorts'])
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
      'createSeededRandom',
    ])
  })
})
