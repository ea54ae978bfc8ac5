export type {
  AsyncKeyValueStorage,
  Channel,
  Clock,
  ConnectivityHints,
  KeyValueStorage,
  Locks,
  Random,
  Report,
  Reporter,
  StorageChange,
  TextSocket,
  TextSocketListener,
  TimerHandle,
  Visibility,
} from '../ports.ts'
export { createStore, type Store, type WritableStore } from '../createStore.ts'
export { createMachine, printMachine, type Machine, type MachineTable } from '../createMachine.ts'
export { createEmitter, type Emitter } from '../createEmitter.ts'
export { createOldestEntry } from '../createOldestEntry.ts'
export {
  createResilientStorage,
  type ResilientStorage,
  type ResilientStorageOptions,
} from '../createResilientStorage.ts'
export { toHex, fromHex, randomHex } from '../hex.ts'
export {
  abortable,
  linkController,
  sleep,
  whenAborted,
  type LinkedController,
  type LinkOptions,
  type SleepOptions,
} from '../abort.ts'
export {
  backOffDelay,
  exponentialDelay,
  withJitter,
  type BackOff,
  type ExponentialDelay,
} from '../backOff.ts'
export { isPlainObject, isRecord } from '../plainObject.ts'
