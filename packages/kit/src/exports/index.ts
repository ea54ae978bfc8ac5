export type {
  AsyncKeyValueStorage,
  Channel,
  Clock,
  KeyValueStorage,
  Locks,
  Random,
  Report,
  Reporter,
  StorageChange,
  TimerHandle,
  Visibility,
} from '../ports.ts'
export { createStore, type Store, type WritableStore } from '../createStore.ts'
export { createMachine, printMachine, type Machine, type MachineTable } from '../createMachine.ts'
export { createEmitter, type Emitter } from '../createEmitter.ts'
export {
  createResilientStorage,
  type ResilientStorage,
  type ResilientStorageOptions,
} from '../createResilientStorage.ts'
